// SPDX-License-Identifier: GPL-3.0-or-later
// A site: each of its pages opened from the disk, each link between them followed.
import {existsSync} from "node:fs";
import {relative, sep} from "node:path";
import {fileURLToPath} from "node:url";
import {barriers, open} from "./browser.mjs";
import {sortAll} from "./sort.mjs";

const PAGES_MAX = 500;

const read = page => page.evaluate(() => ({
	links: Array.from(document.querySelectorAll("a[href], link[href]")).map(link => link.href),
	ids: Array.from(document.querySelectorAll("[id]")).map(element => element.id)}));

// All pages that can be reached from the first, with what they hold and point at.
const walk = async (page, first) => {
	const pages = new Map(), left = [first];

	while (left.length && pages.size < PAGES_MAX) {
		const url = left.shift();

		if (pages.has(url))
			continue;
		await page.goto(url);

		const found = await read(page);

		pages.set(url, found);
		left.push(...found.links.map(link => link.split("#")[0]).filter(link => link.endsWith(".html")
			&& link.startsWith("file:") && existsSync(fileURLToPath(link))));
	}
	return pages;
};

const dangling = pages => Array.from(pages).flatMap(([url, {links}]) => links.filter(link => {
	const [file, id] = link.split("#");

	if (/^https?:/.test(link))
		return false;
	if (!file.startsWith("file:") || !existsSync(fileURLToPath(file)))
		return true;
	return id && !pages.get(file)?.ids.includes(decodeURIComponent(id));
}).map(link => `${url}: ${link}`));

// A page of each folder.
const firstOfKind = names => new Map(names.slice().reverse().map(name => [name.replace(/[^/]*$/, ""), name]));

export const site = async (t, browser, folder, files) => {
	const {page, seen, close} = await open(browser, `${folder}/index.html`, {width: 800, home: folder});
	const pages = await walk(page, page.url());
	const names = Array.from(pages.keys()).map(url => relative(folder, fileURLToPath(url)).split(sep).join("/"));

	t.is("site: each page can be reached", names.sort(), files.sort());
	t.none(`site: ${pages.size} pages, each link leads somewhere`, dangling(pages));
	for (const [kind, name] of firstOfKind(names)) {
		await page.goto(`file://${folder}/${name}`);
		t.none(`site: ${kind || "the first page"}: axe-core finds nothing serious`, await barriers(page));
		await page.setViewport({width: 360, height: 900});
		t.ok(`site: ${kind || "the first page"}: nothing is wider than a telephone`, await page.evaluate(() =>
			document.documentElement.scrollWidth <= document.documentElement.clientWidth));
		const {wrong, columns} = await sortAll(page);

		t.none(`site: ${kind || "the first page"}: ${columns} columns are sorted, both ways`, wrong);
	}
	t.none("site: no request", seen.requests);
	t.none("site: nothing to complain about", seen.complaints);
	await close();
};
