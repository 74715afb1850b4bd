-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Clusters: derived from all else in the store, and made anew when that has changed.  A
-- process that may not write the store has tables of these names for itself, so nothing here
-- refers to other tables by a constraint.

-- What they were made with, besides the store; no row: they are to be made anew.
CREATE TABLE clusters_made (
	made_with TEXT NOT NULL
);

CREATE TABLE clusters (
	nr INTEGER PRIMARY KEY,      -- from 0, by id
	id TEXT NOT NULL UNIQUE,     -- 'c-' and 12 digits or more
	title TEXT,                  -- of the commit
	author TEXT,
	subsystem TEXT,
	subsystems TEXT,             -- of MAINTAINERS, joined by ', '; NULL without a tree
	lists TEXT,                  -- that its reports were met on, joined by ', '
	tag TEXT,                    -- the first release that has it
	state TEXT NOT NULL,         -- 'open', ...: the STATES of lkpdigest(1), at the end of all
	flags TEXT,                  -- 'mixed', ..., joined by ','
	still_on TEXT,               -- trees, joined by ', '
	verdict TEXT,                -- of the user's own runs, the last of each report
	first_date INTEGER,          -- of its first and its last report
	last_date INTEGER,
	changed INTEGER,             -- when the state changed last
	heard INTEGER,               -- when anything was last said of it
	regresses INTEGER NOT NULL,  -- 1: a report or claim of it says so
	improves INTEGER NOT NULL,
	reports INTEGER NOT NULL,
	members INTEGER NOT NULL,
	testcases INTEGER NOT NULL,  -- distinct, of members whose report was not taken back
	machines INTEGER NOT NULL,
	severity REAL NOT NULL
);
CREATE INDEX clusters_by_severity ON clusters (severity);

-- Every id that names a cluster: its own and its aliases.
CREATE TABLE cluster_names (
	name TEXT PRIMARY KEY,
	cluster INTEGER NOT NULL     -- of clusters, as in all that follows
) WITHOUT ROWID;
CREATE INDEX cluster_names_by_cluster ON cluster_names (cluster);

-- The ids that the change is known by; the one that names the cluster is the first.
CREATE TABLE cluster_commits (
	cluster INTEGER NOT NULL,
	nr INTEGER NOT NULL,
	commit_id TEXT NOT NULL,     -- as long as known
	title TEXT,
	role TEXT NOT NULL,          -- 'reported', 'mainline', 'upstream', 'picked', 'version', 'alias'
	PRIMARY KEY (cluster, nr)
) WITHOUT ROWID;
CREATE INDEX cluster_commits_by_id ON cluster_commits (commit_id);

-- What its reports claim, each with what it was measured under; by size.
CREATE TABLE cluster_members (
	cluster INTEGER NOT NULL,
	nr INTEGER NOT NULL,
	message INTEGER NOT NULL,    -- of messages; so in the following tables
	line INTEGER,                -- of the row or box
	testcase TEXT,
	params TEXT,                 -- 'key=value', joined by blanks
	tbox_group TEXT,
	compiler TEXT,
	kconfig TEXT,
	governor TEXT,
	microcode TEXT,
	metric TEXT,
	aliases TEXT,                -- metrics of the report that say the same, joined by ', '
	change_text TEXT,
	change REAL,
	change_unit TEXT,
	verdict TEXT,
	PRIMARY KEY (cluster, nr)
) WITHOUT ROWID;
CREATE INDEX cluster_members_by_message ON cluster_members (message);

-- What became of it, step by step; by date, unknown ones last.
CREATE TABLE cluster_events (
	cluster INTEGER NOT NULL,
	nr INTEGER NOT NULL,
	date INTEGER,
	kind TEXT NOT NULL,          -- as of events, 'report', 'override', 'measured-here'
	message INTEGER,
	line INTEGER,
	who TEXT,
	text TEXT,                   -- the words that show it
	told TEXT,                   -- what it means here
	state_before TEXT NOT NULL,
	state_after TEXT NOT NULL,   -- the same: nothing changed
	PRIMARY KEY (cluster, nr)
) WITHOUT ROWID;
CREATE INDEX cluster_events_by_date ON cluster_events (date);
CREATE INDEX cluster_changes ON cluster_events (cluster, nr) WHERE state_before <> state_after;

-- What belongs to it without being it.
CREATE TABLE cluster_links (
	cluster INTEGER NOT NULL,
	nr INTEGER NOT NULL,
	kind TEXT NOT NULL,          -- 'parent', 'revert-of', 'fix-of', ...
	target TEXT NOT NULL,        -- a cluster's id, else a commit
	message INTEGER,
	line INTEGER,
	text TEXT,
	PRIMARY KEY (cluster, nr)
) WITHOUT ROWID;

-- Why what is in it is in it.
CREATE TABLE cluster_evidence (
	cluster INTEGER NOT NULL,
	nr INTEGER NOT NULL,
	rule TEXT NOT NULL,          -- 'E1' to 'E5', 'suspect', 'override'
	source TEXT,                 -- commits or Message-IDs
	target TEXT,
	message INTEGER,
	line INTEGER,
	text TEXT,
	PRIMARY KEY (cluster, nr)
) WITHOUT ROWID;
