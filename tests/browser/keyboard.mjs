// SPDX-License-Identifier: GPL-3.0-or-later
// The page by keyboard alone, and the copy button.
import {readFileSync} from "node:fs";
import {open} from "./browser.mjs";

const STOPS_MAX = 4000;

// All stops of the Tab key in turn: is each behind the last, in sight, and marked?
const walk = async page => {
	const wrong = [];
	let stops = 0;

	await page.evaluate(() => { window.lastStop = null; });
	for (; stops < STOPS_MAX; stops++) {
		await page.keyboard.press("Tab");

		const fault = await page.evaluate(() => {
			const now = document.activeElement, last = window.lastStop;

			if (!now || now === document.body)
				return "end";
			window.lastStop = now;

			const name = now.outerHTML.slice(0, 100), style = getComputedStyle(now), box = now.getBoundingClientRect();

			if (last && !(last.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING))
				return last === now || now.matches(".skip") ? "end" : `not behind the last: ${name}`;
			if (!now.matches(":focus-visible") || style.outlineStyle === "none" || !(parseFloat(style.outlineWidth) >= 1))
				return `not marked: ${name}`;
			return box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth
				? `out of sight: ${name}` : "";
		});

		if (fault === "end")
			break;
		if (fault)
			wrong.push(fault);
	}
	return {wrong, stops};
};

const focus = (page, find) => page.evaluate(text => {
	const found = Array.from(document.querySelectorAll("button, summary, a")).find(e => e.textContent === text);

	found.focus();
}, find);

export const keyboard = async (t, browser, file) => {
	const {page, seen, close} = await open(browser, file, {width: 800});

	await page.keyboard.press("Tab");
	t.is("keyboard: first a link over the head, in sight", await page.evaluate(() => {
		const {left, top} = document.activeElement.getBoundingClientRect();

		return [document.activeElement.className, left >= 0 && top >= 0];
	}), ["skip", true]);
	await page.keyboard.press("Enter");
	t.is("keyboard: it leads to what matters", await page.evaluate(() => location.hash), "#main");
	await page.evaluate(() => { document.activeElement.blur(); scrollTo(0, 0); });
	await page.reload();

	const {wrong, stops} = await walk(page);

	t.ok("keyboard: there are stops", stops > 50, `${stops}`);
	t.none(`keyboard: ${stops} stops, in order, in sight, marked`, wrong);

	await focus(page, "How to read this");
	await page.keyboard.press("Enter");
	t.is("keyboard: Enter opens the guide", await page.$eval("#guide", guide => guide.open), true);
	await page.evaluate(() => document.querySelector("table[id^=ranked-] thead button").focus());
	await page.keyboard.press("Space");
	t.is("keyboard: Space sorts", await page.$eval("table[id^=ranked-] thead th", th => th.ariaSort), "ascending");
	await focus(page, "Fold");
	await page.keyboard.press("Enter");
	t.is("keyboard: Enter folds", await page.$eval("article", card => card.classList.contains("folded")), true);
	await page.focus("#filter select");
	await page.keyboard.press("ArrowDown");
	t.ok("keyboard: arrows choose", await page.evaluate(() => document.querySelector("#filter select").value !== "" &&
		Array.from(document.querySelectorAll("tr[data-cluster]")).some(row => row.hidden)));
	t.none("keyboard: nothing to complain about", seen.complaints);
	await close();
};

// ---- copying

const clipboard = async (page, what) => {
	await page.evaluate(() => {
		const pre = document.querySelector("pre");

		pre.closest("details").open = true;
		pre.previousElementSibling.focus();
	});
	await page.keyboard.press("Enter");
	await page.waitForFunction(() => document.querySelector("pre").previousElementSibling.textContent === "Copied",
		{timeout: 3000}).catch(() => {});
	return page.evaluate(async () => ({button: document.querySelector("pre").previousElementSibling.textContent,
		text: document.querySelector("pre").textContent}));
};

// What stands in the clipboard, by pasting it.
const pasted = async page => {
	await page.evaluate(() => {
		const field = document.createElement("textarea");

		field.id = "pasted";
		document.body.append(field);
		field.focus();
	});
	await page.keyboard.down("Control");
	await page.keyboard.press("KeyV");
	await page.keyboard.up("Control");
	return page.$eval("#pasted", field => field.value);
};

// Of the first card that has any, those of its last report.
const commandsOf = digest => {
	const last = cluster => cluster.reports.findLast(report => report.commands.length);
	const sections = ["regressions", "mixed", "settled", "improvements", "unjudged"];

	return last(sections.flatMap(section => digest[section]).find(last)).commands.map(({text}) => text).join("\n");
};

export const copy = async (t, browser, file, json) => {
	const wanted = commandsOf(JSON.parse(readFileSync(json, "utf8")));

	for (const how of ["asynchronous", "by selection"]) {
		const {page, seen, close} = await open(browser, file);

		if (how === "by selection")
			await page.evaluate(() => Object.defineProperty(navigator, "clipboard", {value: undefined}));

		const {button, text} = await clipboard(page);

		t.is(`copy, ${how}: the button says so`, button, "Copied");
		t.is(`copy, ${how}: commands to reproduce`, text.trim(), wanted);
		t.is(`copy, ${how}: the clipboard holds them`, (await pasted(page)).trim(), wanted);
		t.none(`copy, ${how}: nothing to complain about`, seen.complaints);
		await close();
	}
};
