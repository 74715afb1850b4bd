// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting: each column of each table, both ways.
import {open} from "./browser.mjs";

// Presses the head's button in the page, and looks at what order came of it.  What a cell is worth
// is read here anew: its key; else its number, if all of the column are; else its text.
export const sortAll = page => page.evaluate(() => {
	const wrong = [];
	let columns = 0;

	const worth = cell => {
		const text = cell.dataset.key || cell.textContent.trim();
		const number = /^[▼▲•<\s]*([-+−]?[\d,]*\.?\d+(e[-+]?\d+)?)/i.exec(text);

		return {text: text === "not known" ? "" : text,
			number: number ? Number(number[1].replaceAll(",", "").replace("−", "-")) : NaN};
	};
	const check = (table, head, way) => {
		const before = new Map(Array.from(table.tBodies[0].rows).map((row, i) => [row, i]));

		head.querySelector("button").click();

		const rows = Array.from(table.tBodies[0].rows).map(row => ({
			...worth(row.cells[head.cellIndex]), was: before.get(row)}));
		const known = rows.filter(row => row.text !== "");
		const numeric = known.every(row => !Number.isNaN(row.number));
		const name = `${table.id}, ${head.textContent}, ${way}`;

		if (head.getAttribute("aria-sort") !== way)
			wrong.push(`${name}: aria-sort is ${head.getAttribute("aria-sort")}`);
		if (rows.length !== before.size || rows.slice(known.length).some(row => row.text !== ""))
			wrong.push(`${name}: what is not known is not the last`);
		known.slice(1).forEach((row, i) => {
			const last = known[i];
			const up = numeric ? row.number - last.number : row.text.localeCompare(last.text, "en");
			const order = way === "ascending" ? up : -up;

			if (order < 0 || (order === 0 && row.was < last.was))
				wrong.push(`${name}: "${last.text}" (was ${last.was}) before "${row.text}" (was ${row.was})`);
		});
	};

	for (const table of document.querySelectorAll("table")) {
		for (const head of table.querySelectorAll("thead th")) {
			if (!head.querySelector("button"))
				continue;
			columns++;
			check(table, head, "ascending");
			check(table, head, "descending");
			if (table.querySelectorAll("[aria-sort]").length !== 1)
				wrong.push(`${table.id}: more than one column says that it is sorted`);
		}
	}
	return {wrong, columns};
});

export const sort = async (t, browser, file) => {
	const {page, seen, close} = await open(browser, file);
	const {wrong, columns} = await sortAll(page);

	t.ok("sort: there are columns", columns > 30, `${columns}`);
	t.none(`sort: ${columns} columns, both ways, stable`, wrong);
	t.none("sort: tables of several rows that cannot be sorted", await page.evaluate(() =>
		Array.from(document.querySelectorAll("table")).filter(table => table.tBodies[0].rows.length > 1 &&
			table.querySelectorAll("thead th button").length !== table.tHead.rows[0].cells.length).map(t => t.id)));
	t.is("sort: columns that must be of numbers", await page.evaluate(() => {
		const table = document.querySelector("table[id^=ranked-]");
		const ranks = () => Array.from(table.tBodies[0].rows).map(row => Number(row.cells[0].textContent));
		const button = table.querySelector("thead button");

		button.click();
		const up = ranks().every((rank, i) => rank === i + 1);
		button.click();
		return up && ranks().reverse().every((rank, i) => rank === i + 1);
	}), true);
	t.none("sort: nothing to complain about", seen.complaints);
	await close();
};
