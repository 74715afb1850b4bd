// SPDX-License-Identifier: GPL-3.0-or-later
// Links within the page, to the web, and what folds.
import {open} from "./browser.mjs";

const inner = page => page.evaluate(() => {
	const ids = Array.from(document.querySelectorAll("[id]")).map(element => element.id);
	const hrefs = Array.from(document.querySelectorAll("a[href^='#']")).map(a => a.getAttribute("href").slice(1));

	return {twice: ids.filter((id, i) => ids.indexOf(id) !== i),
		dangling: hrefs.filter(id => !ids.includes(decodeURIComponent(id))),
		targets: Array.from(new Set(hrefs))};
});

// Follows a link: is what it leads to in sight?
const follow = (page, target) => page.evaluate(async id => {
	const link = Array.from(document.querySelectorAll("a")).find(a => a.getAttribute("href") === "#" + id);

	link.click();
	await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));

	const element = document.getElementById(id), box = element.getBoundingClientRect();

	return element.checkVisibility() && box.top < innerHeight && box.bottom > 0;
}, target);

export const links = async (t, browser, file) => {
	const {page, seen, close} = await open(browser, file);
	const {twice, dangling, targets} = await inner(page);
	const lost = [];

	t.none("links: an id is one element's", twice);
	t.none("links: each leads somewhere", dangling);
	for (const target of targets)
		if (!await follow(page, target))
			lost.push(target);
	t.none(`links: ${targets.length} are followed`, lost);
	t.none("links: only to http and https", await page.evaluate(() =>
		Array.from(document.querySelectorAll("[href]")).map(a => a.getAttribute("href"))
			.filter(href => !/^(#|https?:\/\/[\x21-\x7e]+$)/.test(href))));
	t.none("links: no request", seen.requests);
	await close();
};

const folded = (page, card) => page.evaluate(id => {
	const article = document.getElementById(id);

	return {title: article.querySelector("h3").checkVisibility(), facts: article.querySelector("dl").checkVisibility(),
		said: article.querySelector(".fold").getAttribute("aria-expanded")};
}, card);

export const folds = async (t, browser, file) => {
	const {page, seen, close} = await open(browser, file);
	const card = await page.evaluate(() => document.querySelector("article").id);
	const press = words => page.evaluate(text => Array.from(document.querySelectorAll("button"))
		.find(button => button.textContent === text).click(), words);
	const of = all => page.evaluate(() => Array.from(document.querySelectorAll("article"))
		.filter(article => article.querySelector("dl").checkVisibility()).length);
	const cards = await of();

	await page.evaluate(id => document.getElementById(id).querySelector(".fold").click(), card);
	t.is("fold: the title stays", await folded(page, card), {title: true, facts: false, said: "false"});
	t.is("fold: the others stay", await of(), cards - 1);
	await page.evaluate(id => { location.hash = ""; location.hash = id; }, card);
	await page.waitForFunction(id => document.getElementById(id).querySelector("dl").checkVisibility(), {}, card);
	t.is("fold: a link to it unfolds it", await folded(page, card), {title: true, facts: true, said: "true"});
	await press("Fold all");
	t.is("fold: all", await of(), 0);
	await press("Unfold all");
	t.is("fold: none", await of(), cards);
	await page.evaluate(() => {
		const words = document.querySelector("#filter input");

		words.value = "no cluster has these words";
		words.dispatchEvent(new Event("input", {bubbles: true}));
	});
	t.is("fold: a filter hides cards", await of(), 0);
	await page.evaluate(id => { location.hash = ""; location.hash = id; }, card);
	await page.waitForFunction(id => document.getElementById(id).checkVisibility(), {}, card);
	t.is("fold: a link to a hidden card shows it", await folded(page, card), {title: true, facts: true, said: "true"});
	t.none("fold: nothing to complain about", seen.complaints);
	await close();
};

export const guide = async (t, browser, file, scripts) => {
	const {page, close} = await open(browser, file, {scripts});
	const words = scripts ? "" : " without scripts";
	const seen = () => page.$eval("#guide", guide => Array.from(guide.querySelectorAll("dt"))
		.filter(term => term.checkVisibility()).map(term => term.textContent));

	t.is(`guide: closed at first${words}`, await seen(), []);
	await page.click("#guide > summary");

	const terms = await seen();

	for (const term of ["±", "fail:runs", "n", "Grade", "works/sec"])
		t.ok(`guide: one click away${words}: ${term}`, (await page.$eval("#guide", e => e.innerText)).includes(term) &&
			terms.length > 5, terms.join(", "));
	await close();
};
