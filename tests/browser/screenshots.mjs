// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the samples' page: its head and a card, at each width, light and dark.
import {mkdirSync} from "node:fs";
import {launch, open} from "./browser.mjs";

const [pages, to] = process.argv.slice(2);
const HEIGHTS = {360: 2400, 800: 1600, 1440: 1600};

const picture = async (browser, width, scheme, part) => {
	const {page, close} = await open(browser, `${pages}/samples.html`, {width, scheme});

	await page.setViewport({width, height: HEIGHTS[width]});
	if (part)
		await page.evaluate(what => document.querySelector(what).scrollIntoView({behavior: "instant"}), part);
	await page.screenshot({path: `${to}/${part || "head"}-${width}-${scheme}.png`});
	await close();
};

mkdirSync(to, {recursive: true});

const browser = await launch();

for (const width of [360, 800, 1440])
	for (const scheme of ["light", "dark"])
		for (const part of ["", "article"])
			await picture(browser, width, scheme, part);
await browser.close();
console.log(`The pictures are in ${to}`);
