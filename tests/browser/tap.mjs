// SPDX-License-Identifier: GPL-3.0-or-later
// Results, a line each, and a closing line with the counts.

const shorten = value => {
	const text = typeof value === "string" ? value : JSON.stringify(value);

	return (text ?? "undefined").split("\n").slice(0, 30).map(line => "# " + line.slice(0, 400)).join("\n");
};

export class Tap {
	passed = 0;
	failed = 0;

	ok(name, good, why = "") {
		this[good ? "passed" : "failed"]++;
		console.log(`${good ? "ok" : "not ok"} ${this.passed + this.failed} - ${name}`);
		if (!good && why !== "")
			console.log(shorten(why));
	}

	is(name, got, wanted) {
		const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];

		this.ok(name, a === b, `got    ${a}\nwanted ${b}`);
	}

	// Nothing of it may be there.
	none(name, found) {
		this.ok(name, found.length === 0, found.map(one =>
			typeof one === "string" ? one : JSON.stringify(one)).join("\n"));
	}

	close() {
		console.log(`1..${this.passed + this.failed}`);
		console.log(`${this.passed} passed, ${this.failed} failed`);
		return this.failed === 0 && this.passed > 0;
	}
}
