/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the page can do more where scripts run: filter, sort, fold, copy.  Holds neither "less
 * than" nor "and" signs: it stands in the page as it is, which is XML, too. */
"use strict";
(() => {
	const all = (root, what) => Array.from(root.querySelectorAll(what));
	const byId = id => document.getElementById(id);
	const make = (name, text) => {
		const element = document.createElement(name);
		element.textContent = text;
		return element;
	};
	const button = (text, act) => {
		const made = make("button", text);
		made.type = "button";
		made.addEventListener("click", () => act(made));
		return made;
	};

	/* ---- sort: a column is of numbers when all that it holds begin with one; what has an order
	 * of its own has a key ---- */
	const textOf = cell => {
		const text = cell ? cell.dataset.key || cell.textContent.trim() : "";
		return text === "not known" ? "" : text;
	};
	const numberOf = text => {
		const found = /^[^\w+\u2212-]*([+\u2212-]?[\d,]*\.?\d+(?:e[+-]?\d+)?)/i.exec(text);
		return found ? Number(found[1].replace(/,/g, "").replace("\u2212", "-")) : NaN;
	};
	const inOrder = (a, b, numeric) => {
		if (a.key === "" || b.key === "")
			return (a.key === "") - (b.key === "");
		return numeric ? a.number - b.number : a.key.localeCompare(b.key, "en");
	};
	const sortBy = (table, head) => {
		const down = head.getAttribute("aria-sort") === "ascending";
		const rows = Array.from(table.tBodies[0].rows).map(row => {
			const key = textOf(row.cells[head.cellIndex]);
			return {row, key, number: numberOf(key)};
		});
		const numeric = rows.every(r => r.key === "" || !Number.isNaN(r.number));
		rows.sort((a, b) => {
			const order = inOrder(a, b, numeric);
			return down ? (a.key === "" || b.key === "" ? order : -order) : order;
		});
		all(table, "thead th").forEach(th => th.removeAttribute("aria-sort"));
		head.setAttribute("aria-sort", down ? "descending" : "ascending");
		table.tBodies[0].append(...rows.map(r => r.row));
	};
	all(document, "table").forEach(table => {
		if (!(table.tBodies[0].rows.length > 1))
			return;
		all(table, "thead th").forEach(head => {
			const made = button(head.textContent, () => sortBy(table, head));
			head.replaceChildren(made);
		});
	});

	/* ---- filter ---- */
	const form = byId("filter");
	const listed = all(document, "tr[data-cluster]");
	const valuesOf = (row, name) => (row.dataset[name] || "").split(";").filter(v => v !== "");
	const selects = form ? all(form, "select") : [];
	const cardOf = row => row.dataset.card ? byId(row.dataset.card) : null;
	const fits = row =>
		selects.every(s => s.value === "" || valuesOf(row, s.name).includes(s.value)) ?
			row.textContent.toLowerCase().includes(form.elements.words.value.trim().toLowerCase()) :
			false;
	const apply = () => {
		let shown = 0;
		listed.forEach(row => {
			const card = cardOf(row);
			row.hidden = !fits(row);
			shown += row.hidden ? 0 : 1;
			if (card)
				card.hidden = row.hidden;
		});
		byId("shown").textContent = shown + " of " + listed.length + " clusters";
	};
	const reset = () => {
		form.reset();
		apply();
	};
	if (form) {
		selects.forEach(select => {
			const values = new Set(listed.flatMap(row => valuesOf(row, select.name)));
			Array.from(values).sort((a, b) => a.localeCompare(b, "en")).forEach(value => {
				const option = make("option", value);
				option.value = value;
				select.append(option);
			});
		});
		form.addEventListener("input", apply);
		form.addEventListener("submit", event => event.preventDefault());
		form.hidden = false;
	}

	/* ---- fold ---- */
	const cards = all(document, "article");
	const fold = (card, folded) => {
		const made = card.querySelector(".fold");
		card.classList.toggle("folded", folded);
		made.textContent = folded ? "Unfold" : "Fold";
		made.setAttribute("aria-expanded", String(!folded));
	};
	cards.forEach(card => {
		const made = button("Fold", () => fold(card, !card.classList.contains("folded")));
		made.className = "fold";
		made.setAttribute("aria-expanded", "true");
		made.setAttribute("aria-describedby", card.getAttribute("aria-labelledby"));
		card.prepend(made);
	});
	if (form) {
		form.append(button("Show all", reset));
		form.append(button("Fold all", () => cards.forEach(card => fold(card, true))));
		form.append(button("Unfold all", () => cards.forEach(card => fold(card, false))));
		apply();
	}
	/* Whoever follows a link sees what it leads to. */
	const show = () => {
		const target = byId(decodeURIComponent(location.hash.slice(1)));
		const card = target ? target.closest("article") : null;
		if (!card)
			return;
		if (card.hidden)
			reset();
		fold(card, false);
		card.scrollIntoView();
	};
	window.addEventListener("hashchange", show);
	show();

	/* ---- copy ---- */
	const copied = made => {
		made.textContent = "Copied";
		setTimeout(() => { made.textContent = "Copy"; }, 2000);
	};
	const select = pre => {
		const range = document.createRange();
		range.selectNodeContents(pre);
		getSelection().removeAllRanges();
		getSelection().addRange(range);
	};
	const copy = (pre, made) => {
		const byHand = () => {
			select(pre);
			if (document.execCommand("copy"))
				copied(made);
		};
		if (navigator.clipboard)
			navigator.clipboard.writeText(pre.textContent).then(() => copied(made), byHand);
		else
			byHand();
	};
	all(document, "pre").forEach(pre => {
		const made = button("Copy", () => copy(pre, made));
		made.setAttribute("aria-live", "polite");
		pre.before(made);
	});
})();
