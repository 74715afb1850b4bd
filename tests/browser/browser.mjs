// SPDX-License-Identifier: GPL-3.0-or-later
// A browser whose pages are watched: what they ask for, what they say, what they break.
import {createRequire} from "node:module";
import {readFileSync} from "node:fs";
import {pathToFileURL} from "node:url";

// The packages are not beside this file: they are installed into the build folder.
const installed = createRequire(process.env.PACKAGES + "/package.json");
const puppeteer = installed("puppeteer-core");
const axe = readFileSync(installed.resolve("axe-core/axe.min.js"), "utf8");

// A machine that does other things, too, is waited for (ms).
const SLOW = 300000;

export const launch = () => puppeteer.launch({
	executablePath: process.env.CHROMIUM,
	timeout: SLOW,
	protocolTimeout: SLOW,
	// Chromium has no sandbox for root; what it opens was made by us.
	args: ["--host-resolver-rules=MAP * ~NOTFOUND", "--disable-background-networking",
		...(process.getuid() === 0 ? ["--no-sandbox"] : [])],
});

const watch = async (page, home) => {
	const seen = {requests: [], complaints: [], dialogs: []};

	await page.setRequestInterception(true);
	page.on("request", request => {
		const own = request.url().split("#")[0];

		if (own.startsWith(home)) {
			request.continue();
			return;
		}
		seen.requests.push(own.slice(0, 200));
		request.abort();
	});
	page.on("console", message => seen.complaints.push(message.text()));
	page.on("pageerror", error => seen.complaints.push(String(error)));
	page.on("dialog", dialog => {
		seen.dialogs.push(dialog.message());
		dialog.dismiss();
	});
	await page.evaluateOnNewDocument(() => {
		document.addEventListener("securitypolicyviolation", event =>
			console.error("policy: " + event.violatedDirective + " " + event.blockedURI));
	});
	return seen;
};

// Both at once: puppeteer's two calls undo each other.
const emulate = async (page, media, scheme) => {
	const session = await page.createCDPSession();

	await session.send("Emulation.setEmulatedMedia", {media, features: [
		{name: "prefers-color-scheme", value: scheme}, {name: "prefers-reduced-motion", value: "reduce"}]});
};

// open(browser, file, {width, scheme, scripts, media, home}): a page and what was seen of it.
// `home`: what may be asked for, by default the file alone.
export const open = async (browser, file, options = {}) => {
	const {width = 1440, scheme = "light", scripts = true, media = "screen", home} = options;
	const url = pathToFileURL(file).href;
	const page = await browser.newPage();
	const seen = await watch(page, home ? pathToFileURL(home).href : url);

	page.setDefaultTimeout(SLOW);
	await page.setViewport({width, height: 900});
	await emulate(page, media, scheme);
	await page.setJavaScriptEnabled(scripts);
	await page.goto(url);
	return {page, seen, close: () => page.close()};
};

// What axe-core holds for serious or critical.  The page's own scripts have run, or not, by now.
// Contrast takes most of its time, and is that of the style, not of what a page holds.
export const barriers = async (page, contrast) => {
	await page.setJavaScriptEnabled(true);
	await page.evaluate(axe);
	return page.evaluate(async enabled => {
		const {violations} = await axe.run(document, {resultTypes: ["violations"], iframes: false,
			rules: {"color-contrast": {enabled}}});

		return violations.filter(v => ["serious", "critical"].includes(v.impact)).map(v =>
			`${v.id}: ${v.nodes.length} of ${v.nodes[0].html.slice(0, 160)} ` +
			(v.nodes[0].any[0] || v.nodes[0].all[0] || v.nodes[0].none[0] || {message: ""}).message);
	}, contrast);
};
