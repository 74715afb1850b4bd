// SPDX-License-Identifier: GPL-3.0-or-later
// What can be said of a page without touching it, at each width, light and dark, on paper, with
// scripts and without.
import {barriers, open} from "./browser.mjs";

const LETTERS = 11; // px that the smallest text of a chart must have

const widthOf = page => page.evaluate(() => {
	const past = Array.from(document.querySelectorAll("body *")).filter(element => {
		const box = element.getBoundingClientRect();

		return box.right > document.documentElement.clientWidth + 1 && !element.closest(".scroll, pre, .skip, svg");
	});

	return {page: document.documentElement.scrollWidth, window: document.documentElement.clientWidth,
		past: past.slice(0, 3).map(element => element.outerHTML.slice(0, 120))};
});

const smallLetters = (page, least) => page.evaluate(wanted => {
	const small = Array.from(document.querySelectorAll("figure svg text")).map(text => {
		const {b, d} = text.getScreenCTM(); // upright ones have all in b

		return {text: text.textContent, px: parseFloat(getComputedStyle(text).fontSize) * Math.hypot(b, d)};
	}).filter(({px}) => !(px >= wanted));

	return small.slice(0, 3).map(({text, px}) => `${px.toFixed(1)} px: ${text}`);
}, least);

export const look = async (t, browser, file, name, how) => {
	const {page, seen, close} = await open(browser, file, how);
	const words = [how.width, how.scheme, how.media === "print" ? "on paper" : "",
		how.scripts === false ? "without scripts" : ""].filter(word => word).join(", ");
	const {page: across, window, past} = await widthOf(page);

	t.ok(`${name}, ${words}: nothing is wider than the window`, across <= window, {across, window, past});
	t.none(`${name}, ${words}: letters of charts can be read`,
		await smallLetters(page, how.media === "print" ? 0 : LETTERS));
	t.none(`${name}, ${words}: axe-core finds nothing serious`, await barriers(page, how.contrast !== false));
	t.none(`${name}, ${words}: no request`, seen.requests);
	t.none(`${name}, ${words}: nothing to complain about`, seen.complaints);
	await close();
};

// Each width with each scheme, with scripts and without.
export const looks = async (t, browser, file, name) => {
	for (const width of [360, 800, 1440])
		for (const scheme of ["light", "dark"])
			for (const scripts of [true, false])
				await look(t, browser, file, name, {width, scheme, scripts});
	await look(t, browser, file, name, {width: 800, scheme: "light", media: "print"});
};

// Those that differ most.
export const glance = async (t, browser, file, name) => {
	await look(t, browser, file, name, {width: 360, scheme: "dark", contrast: false});
	await look(t, browser, file, name, {width: 1440, scheme: "light", scripts: false, contrast: false});
};

// ---- what is where

const ofPaper = async (t, browser, file) => {
	const {page, close} = await open(browser, file, {media: "print", width: 800});

	t.is("paper: no buttons, no filter, no contents", await page.evaluate(() =>
		Array.from(document.querySelectorAll("button, form, nav, .skip"))
			.filter(element => element.checkVisibility() && !element.closest("th")).length), 0); // heads are text there
	t.is("paper: dark ink on white", await page.evaluate(() => [getComputedStyle(document.body).color,
		getComputedStyle(document.body).backgroundColor]), ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
	t.ok("paper: there are pages", (await page.pdf({format: "A4", timeout: 0})).length > 1000);
	await close();
};

export const structure = async (t, browser, file) => {
	const {page, close} = await open(browser, file, {scripts: false});

	t.is("landmarks", await page.evaluate(() =>
		["header", "nav", "main", "footer"].map(name => document.querySelectorAll(name).length)), [1, 1, 1, 1]);
	t.is("headings go down one level at a time", await page.evaluate(() =>
		Array.from(document.querySelectorAll("h1, h2, h3, h4, h5")).map(h => Number(h.localName[1]))
			.every((level, i, levels) => i === 0 ? level === 1 : level - levels[i - 1] < 2)), true);
	t.is("tables have captions and scopes", await page.evaluate(() =>
		Array.from(document.querySelectorAll("table")).filter(table => !table.caption ||
			table.querySelector("th:not([scope])")).map(table => table.id)), []);
	t.is("each chart has a title, a description and a table behind it", await page.evaluate(() =>
		Array.from(document.querySelectorAll("figure")).filter(figure =>
			!figure.querySelector("svg[role=img] > title") || !figure.querySelector("svg > desc") ||
			!figure.querySelector("figcaption") || !(figure.querySelector("details table").rows.length > 1))
			.map(figure => figure.textContent.slice(0, 80))), []);
	t.ok("there are charts", await page.evaluate(() => document.querySelectorAll("figure svg").length > 3));
	t.none("without scripts nothing is shown that needs one", await page.evaluate(() =>
		Array.from(document.querySelectorAll("button, form")).filter(e => e.checkVisibility()).map(e => e.outerHTML)));
	await close();
	await ofPaper(t, browser, file);
};
