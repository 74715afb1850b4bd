// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the pages that tests/browser/run made, in a real browser.
import {readdirSync} from "node:fs";
import {launch} from "./browser.mjs";
import {filter} from "./filter.mjs";
import {hostile} from "./hostile.mjs";
import {copy, keyboard} from "./keyboard.mjs";
import {folds, guide, links} from "./links.mjs";
import {glance, look, looks, structure} from "./looks.mjs";
import {site} from "./site.mjs";
import {sort} from "./sort.mjs";
import {Tap} from "./tap.mjs";

const pages = process.argv[2], t = new Tap(), browser = await launch();
const [samples, weeks, large] = ["samples", "weeks", "large"].map(name => `${pages}/${name}.html`);
let last = Date.now();

const part = async (name, done) => {
	await done;
	console.log(`# ${name}: ${((Date.now() - last) / 1000).toFixed(1)} s`);
	last = Date.now();
};

await part("structure", structure(t, browser, samples));
await part("looks", looks(t, browser, weeks, "weeks"));
await part("glance", glance(t, browser, samples, "samples"));
await part("large", look(t, browser, large, "large", {width: 360, scheme: "dark", contrast: false}));
await part("filter", filter(t, browser, samples, `${pages}/samples.json`));
await part("sort", sort(t, browser, samples));
await part("sort", sort(t, browser, large));
await part("folds", folds(t, browser, samples));
await part("links", links(t, browser, samples));
await part("guide", guide(t, browser, samples, true));
await part("guide", guide(t, browser, samples, false));
await part("keyboard", keyboard(t, browser, weeks));
await part("copy", copy(t, browser, samples, `${pages}/samples.json`));
await part("hostile", hostile(t, browser, `${pages}/hostile.html`, "hostile mails"));
await part("hostile", hostile(t, browser, `${pages}/every-field.html`, "hostile fields"));

const files = readdirSync(`${pages}/site`, {recursive: true}).filter(name => name.endsWith(".html"));

await part("site", site(t, browser, `${pages}/site`, files));
await browser.close();
process.exitCode = t.close() ? 0 : 1;
