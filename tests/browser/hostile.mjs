// SPDX-License-Identifier: GPL-3.0-or-later
// A page of mails that mean harm.
import {open} from "./browser.mjs";

const ELEMENTS = ["a", "article", "b", "body", "br", "button", "caption", "circle", "code", "dd", "defs", "desc",
	"details", "div", "dl", "dt", "ellipse", "figcaption", "figure", "footer", "form", "g", "h1", "h2", "h3", "h4",
	"head", "header", "html", "input", "label", "li", "line", "main", "meta", "nav", "ol", "option", "output", "p", "path",
	"polygon", "polyline", "pre", "q", "rect", "script", "section", "select", "span", "style", "summary", "svg",
	"table", "tbody", "td", "text", "textarea", "th", "thead", "time", "title", "tr", "tspan", "ul", "use"];

export const hostile = async (t, browser, file, name) => {
	const {page, seen, close} = await open(browser, file, {width: 360});

	t.ok(`${name}: there is something`, await page.evaluate(() => document.body.textContent.includes("alert(1)")));
	t.none(`${name}: no element that we do not make`, await page.evaluate(ours =>
		Array.from(document.querySelectorAll("*")).filter(e => !ours.includes(e.localName)).map(e => e.outerHTML
			.slice(0, 200)), ELEMENTS));
	t.is(`${name}: one script, and no attribute that is one`, await page.evaluate(() =>
		[document.querySelectorAll("script").length, Array.from(document.querySelectorAll("*")).filter(e =>
			Array.from(e.attributes).some(a => /^on|^style$|^src$|^srcdoc$/i.test(a.name))).length]), [1, 0]);
	t.none(`${name}: no link but within the page and to the web`, await page.evaluate(() =>
		Array.from(document.querySelectorAll("[href]")).map(a => a.getAttribute("href"))
			.filter(href => !/^(#[\w-]+$|https?:\/\/[\x21-\x7e]+$)/.test(href))));
	await page.evaluate(() => {
		for (const one of document.querySelectorAll("button, summary"))
			one.click();
		for (const select of document.querySelectorAll("select")) {
			select.selectedIndex = select.options.length - 1;
			select.dispatchEvent(new Event("input", {bubbles: true}));
		}
	});
	t.none(`${name}: no dialog`, seen.dialogs);
	t.none(`${name}: no request`, seen.requests);
	t.none(`${name}: nothing to complain about`, seen.complaints);
	t.ok(`${name}: nothing is wider than the window`, await page.evaluate(() =>
		document.documentElement.scrollWidth <= document.documentElement.clientWidth));
	await close();
};
