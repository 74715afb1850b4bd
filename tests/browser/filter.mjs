// SPDX-License-Identifier: GPL-3.0-or-later
// The filter, held against the JSON form of the same digest.
import {readFileSync} from "node:fs";
import {open} from "./browser.mjs";

const SECTIONS = ["regressions", "mixed", "settled", "improvements", "unjudged"];

// How the JSON says what each choice is of.
const valuesOf = {
	subsystem: cluster => [cluster.subsystem],
	tests: cluster => cluster.claims.map(claim => claim.testcase),
	machines: cluster => cluster.machines,
	grade: cluster => [cluster.lead ? cluster.lead.grade : "UNTESTABLE"],
	state: cluster => [cluster.state.end],
};

// Clusters that can be seen, the cards that can, and what the page says of their number.
const shown = page => page.evaluate(() => {
	const visible = what => Array.from(document.querySelectorAll(what)).filter(e => e.checkVisibility());

	return {rows: visible("tr[data-cluster]").map(row => row.dataset.cluster),
		cards: visible("article").map(card => card.querySelector(".eyebrow").textContent),
		said: document.getElementById("shown").textContent};
});

const choose = (page, choices) => page.evaluate(wanted => {
	for (const select of document.querySelectorAll("#filter select"))
		select.value = wanted[select.name] || "";
	document.querySelector("#filter select").dispatchEvent(new Event("input", {bubbles: true}));
}, choices);

const fitting = (clusters, choices) => clusters.filter(cluster =>
	Object.entries(choices).every(([name, value]) => valuesOf[name](cluster).includes(value)));

const compare = async (t, page, clusters, choices, name) => {
	await choose(page, choices);

	const wanted = fitting(clusters, choices).map(cluster => cluster.id), {rows, cards, said} = await shown(page);

	t.is(name, rows, wanted);
	t.is(`${name}: cards go with their rows`, cards.filter(id => !rows.includes(id)), []);
	t.is(`${name}: the count`, said, `${wanted.length} of ${clusters.length} clusters`);
};

export const filter = async (t, browser, file, json) => {
	const digest = JSON.parse(readFileSync(json, "utf8"));
	const clusters = SECTIONS.flatMap(section => digest[section]);
	const {page, seen, close} = await open(browser, file);

	await compare(t, page, clusters, {}, "filter: all at first");
	for (const [name, of] of Object.entries(valuesOf)) {
		const values = Array.from(new Set(clusters.flatMap(of).filter(value => value))).sort();

		t.is(`filter: the choices of ${name}`, await page.evaluate(which => Array.from(
			document.querySelectorAll(`#filter select[name=${which}] option`)).map(o => o.value).filter(v => v)
			.sort(), name), values);
		for (const value of [values[0], values.at(-1)])
			await compare(t, page, clusters, {[name]: value}, `filter: ${name} ${value}`);
	}

	const some = clusters[1], both = {tests: some.claims[0].testcase, grade: some.lead.grade, state: some.state.end};

	await compare(t, page, clusters, both, "filter: three choices together");
	await page.type("#filter input", "  " + some.commit.slice(0, 9).toUpperCase());
	t.is("filter: and words", (await shown(page)).rows, [some.id]);
	await page.evaluate(() => Array.from(document.querySelectorAll("#filter button"))
		.find(button => button.textContent === "Show all").click());
	t.is("filter: all again", (await shown(page)).rows, clusters.map(cluster => cluster.id));
	await page.select("#filter select[name=state]", some.state.end);
	t.is("filter: by hand", (await shown(page)).rows,
		fitting(clusters, {state: some.state.end}).map(cluster => cluster.id));
	t.none("filter: nothing to complain about", seen.complaints);
	await close();
};
