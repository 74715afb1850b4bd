-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- The store of lkpdigest, version 1.  lkpdigest-store(5) explains it for readers.
--
-- Absent is NULL, never zero or ''.  Text is as printed, numbers stand beside it.
-- "nr" counts from 0 in the order of the mail.  Dates are seconds since 1970, UTC.

-- Where messages were met -----------------------------------------------------

-- Container chains, outermost first, joined by '!', as the user named them.
CREATE TABLE paths (
	id INTEGER PRIMARY KEY,
	path TEXT NOT NULL UNIQUE
);

-- A container or file, when it was read to its end or to its damage.
CREATE TABLE sources (
	path_id INTEGER PRIMARY KEY REFERENCES paths,
	kind TEXT NOT NULL,        -- 'mbox', 'message', 'maildir', 'archive', 'git', 'page', 'dump', 'stdin', 'other'
	size INTEGER,              -- packed bytes
	bytes INTEGER NOT NULL,    -- unpacked bytes that were read
	documents INTEGER NOT NULL,
	complete INTEGER NOT NULL, -- 0: damaged, or beyond a limit
	fingerprint TEXT           -- sha256 of the first 64 KiB
);

-- How far each file and git archive was read, and by what it is known again.  The files
-- of a maildir have a row each.
CREATE TABLE positions (
	path_id INTEGER PRIMARY KEY REFERENCES paths,
	reading INTEGER NOT NULL,  -- how often it was begun anew
	begun INTEGER NOT NULL,    -- how often it was begun anew or read on
	revision TEXT NOT NULL,    -- of the program that read it
	finished INTEGER NOT NULL, -- 0: it was interrupted
	complete INTEGER NOT NULL, -- 0: damaged, or beyond a limit
	documents INTEGER NOT NULL, -- found so far
	bytes INTEGER NOT NULL,    -- unpacked
	size INTEGER,              -- packed bytes
	changed INTEGER,           -- when the system last saw it change, ns since 1970
	fingerprint TEXT,          -- sha256 of the first 64 KiB
	byte_offset INTEGER,       -- of a mailbox: it is read on there,
	before INTEGER NOT NULL,   -- so many documents lie before,
	mark_bytes INTEGER NOT NULL, -- and so many bytes
	mark TEXT,                 -- that stand there have this sha256
	commit_id TEXT,            -- of a git archive: it is read on behind that,
	deleted INTEGER NOT NULL   -- and so many messages were deleted up to it
);

-- One row for each Message-ID, however often it was met.  Of copies that differ one
-- is kept: the one with most rows, then most bytes of text, then the smaller hash.
CREATE TABLE messages (
	id INTEGER PRIMARY KEY,
	message_id TEXT NOT NULL UNIQUE, -- without brackets
	synthetic_id INTEGER NOT NULL,   -- 1: the mail has none; this one is made of its text
	date INTEGER,
	date_text TEXT,                  -- as written
	date_oddity TEXT,                -- 'missing', 'unreadable', 'bad-zone', 'implausible'
	received INTEGER,                -- when the last server took it, by its Received
	kind TEXT NOT NULL,
	author TEXT NOT NULL,            -- 'robot', 'person'
	from_name TEXT,
	from_address TEXT,
	subject TEXT,
	subject_key TEXT,                -- what it has in common with its answers' subjects
	matters INTEGER NOT NULL,        -- 1: it makes its answers matter by itself
	in_reply_to TEXT,
	repairs TEXT,                    -- 'address', ...: of the header, and of all that follows
	raw_size INTEGER NOT NULL,       -- bytes of the mail as it lay in its container
	rows_seen INTEGER NOT NULL,      -- = rows + citations + rows_dropped
	rows_dropped INTEGER NOT NULL,
	copy_rows INTEGER NOT NULL,      -- the kept copy: its rows,
	copy_bytes INTEGER NOT NULL,     -- bytes of decoded text,
	copy_text BLOB NOT NULL,         -- hash of that text,
	copy_hash BLOB NOT NULL,         -- hash of all that is stored of it
	thread TEXT,                     -- Message-ID of its root, seen or not; NULL: to be found
	thread_by TEXT                   -- 'in-reply-to', 'references', 'subject': the weakest
	                                 -- of what ties it to the root; NULL: it is the root
);
CREATE INDEX messages_by_date ON messages (date, message_id);
CREATE INDEX messages_by_parent ON messages (in_reply_to);
CREATE INDEX messages_by_subject ON messages (subject_key, date, message_id);
CREATE INDEX messages_that_matter ON messages (subject_key, date) WHERE matters = 1;
CREATE INDEX messages_by_thread ON messages (thread);

CREATE TRIGGER message_went AFTER DELETE ON messages WHEN OLD.thread IS NOT NULL BEGIN
	UPDATE messages SET thread = NULL WHERE thread = OLD.thread;
END;

-- Each place where a message was met, and which copy of it stood there.
CREATE TABLE sightings (
	id INTEGER PRIMARY KEY,
	message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
	path_id INTEGER NOT NULL REFERENCES paths,
	byte_offset INTEGER,      -- in the unpacked container
	object TEXT,              -- git object id
	list TEXT,                -- List-Id
	by_thread INTEGER NOT NULL, -- 1: no word in it is the robot's; its thread made it matter
	copy_text BLOB NOT NULL,
	copy_hash BLOB NOT NULL,
	reading INTEGER NOT NULL  -- of its source in which it was met last; 0: of a pipe
);
CREATE UNIQUE INDEX sightings_once ON sightings
	(message, path_id, ifnull(byte_offset, -1), ifnull(object, ''));
CREATE INDEX sightings_by_thread ON sightings (message) WHERE by_thread = 1;
CREATE INDEX sightings_by_path ON sightings (path_id, object, byte_offset);

-- The References of a message, oldest first.
CREATE TABLE refs (
	message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	message_id TEXT NOT NULL,
	PRIMARY KEY (message, nr)
) WITHOUT ROWID;
CREATE INDEX refs_to_root ON refs (message_id) WHERE nr = 0;

-- To whom a report went: To, then Cc.
CREATE TABLE recipients (
	message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	name TEXT,
	address TEXT NOT NULL,
	PRIMARY KEY (message, nr)
) WITHOUT ROWID;

-- Mails in which no word is the robot's, packed: enough to find those whose thread turns
-- out to matter, and to read them again.  store/dismissed_record.h has the form.
CREATE TABLE dismissed (
	id INTEGER PRIMARY KEY,
	path_id INTEGER REFERENCES paths, -- of their source; NULL: a pipe
	reading INTEGER NOT NULL,         -- of it; 0: of a pipe
	count INTEGER NOT NULL,           -- of mails
	records BLOB NOT NULL
);
CREATE INDEX dismissed_by_path ON dismissed (path_id, reading);

-- What messages hold ----------------------------------------------------------

CREATE TABLE attachments (
	message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	part INTEGER NOT NULL, -- leaf parts are counted from 1
	name TEXT,
	type TEXT,
	size INTEGER NOT NULL, -- decoded bytes
	sha256 TEXT NOT NULL,  -- of those; '': the attachment is told of and not there
	kind TEXT NOT NULL,    -- 'job', 'reproduce', 'script', 'config', 'log', 'table',
	                       -- 'patch', 'other'
	content BLOB,          -- of jobs, scripts and tables
	PRIMARY KEY (message, nr)
) WITHOUT ROWID;

-- A comparison table.  Its printed id is message_id#part:line.
CREATE TABLE tables (
	id INTEGER PRIMARY KEY,
	message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	part INTEGER NOT NULL,
	line INTEGER NOT NULL,      -- of the column heads, from 1, in the part's text
	depth INTEGER NOT NULL,     -- of quotation
	attachment TEXT,            -- name of the part; NULL: the body
	family TEXT,                -- beginnings of the first two column heads; NULL: none known
	copy_of INTEGER REFERENCES tables ON DELETE SET NULL, -- never a copy itself
	style TEXT NOT NULL,        -- 'ncompare', 'compare', 'old'
	machine TEXT,               -- named by the line above it
	mean_rows INTEGER NOT NULL,
	fail_rows INTEGER NOT NULL,
	inconsistent INTEGER NOT NULL, -- rows of which a change is not what the means allow
	repairs TEXT                -- of any of its rows
);
CREATE INDEX tables_by_message ON tables (message, part, line);
CREATE INDEX tables_by_family ON tables (family);
CREATE INDEX tables_by_original ON tables (copy_of) WHERE copy_of IS NOT NULL;

-- Families in which a table came or went since their copies were last looked for; '' are
-- the tables without one, which may be copies of any table.
CREATE TABLE stale_families (
	family TEXT PRIMARY KEY
) WITHOUT ROWID;

CREATE TRIGGER table_came AFTER INSERT ON tables BEGIN
	INSERT OR IGNORE INTO stale_families VALUES (ifnull(NEW.family, ''));
END;

CREATE TRIGGER table_went AFTER DELETE ON tables BEGIN
	INSERT OR IGNORE INTO stale_families VALUES (ifnull(OLD.family, ''));
	INSERT OR IGNORE INTO stale_families
		SELECT '' WHERE EXISTS (SELECT 1 FROM tables WHERE family IS NULL);
	DELETE FROM print_parts WHERE last_table >= OLD.id AND first_table =
		(SELECT max(first_table) FROM print_parts WHERE first_table <= OLD.id);
END;

-- "compiler/cpufreq_governor/...: gcc-12/performance/...": what the runs had in common.
CREATE TABLE axes (
	table_id INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	key TEXT NOT NULL,
	value TEXT,
	PRIMARY KEY (table_id, nr)
) WITHOUT ROWID;

-- The commits that a table compares; col 0 is the base.
CREATE TABLE columns (
	table_id INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
	col INTEGER NOT NULL,
	head TEXT,       -- as printed over the column
	listed TEXT,     -- the id in the list of commits
	title TEXT,
	note TEXT,
	commit_id TEXT,  -- the longest known form, or a tag
	runs_low INTEGER,  -- how many runs stand behind its means: at least,
	runs_high INTEGER, -- at most,
	runs_source TEXT,  -- and whence: 'fail-runs', 'inferred', 'assumed'
	PRIMARY KEY (table_id, col)
) WITHOUT ROWID;
CREATE INDEX columns_by_commit ON columns (commit_id);

CREATE TABLE stats (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE
);

-- The rows of a table in one text: they are most of a store, and a record for each row and
-- cell took two thirds of the time of writing.  JSON, that SQL reads as well: an array of
-- [line, fail, stat, consistent, cells, note, repairs] with cells of [text, stddev, change],
-- or [fails, runs, change] where fail is 1; what is null at the end is left out.
CREATE TABLE packed_rows (
	table_id INTEGER PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
	prints BLOB NOT NULL, -- for each row 8 bytes: a hash of what it prints but the spreads
	rows TEXT NOT NULL
);

-- Which tables have a print: of tables first_table to last_table, sorted.  Tables in no part
-- are looked through.  store/prints.c has the form.
CREATE TABLE print_parts (
	first_table INTEGER PRIMARY KEY,
	last_table INTEGER NOT NULL
);
CREATE TABLE prints (
	part INTEGER NOT NULL REFERENCES print_parts ON DELETE CASCADE,
	least INTEGER NOT NULL, -- of the entries
	entries BLOB NOT NULL,
	PRIMARY KEY (part, least)
) WITHOUT ROWID;

CREATE VIEW rows AS
	SELECT p.table_id, r.key AS nr, json_extract(r.value, '$[0]') AS line,
		CASE json_extract(r.value, '$[1]') WHEN 1 THEN 'fail' ELSE 'mean' END AS kind,
		json_extract(r.value, '$[2]') AS stat,
		json_extract(r.value, '$[5]') AS note,    -- annotation behind the name
		json_extract(r.value, '$[6]') AS repairs, -- 'mark', 'nbsp', ...: what had to be put
							  -- right, joined by ','
		json_extract(r.value, '$[3]') AS consistent -- 1, 0: a change is not what the
							    -- means allow, NULL: not checkable
	FROM packed_rows p, json_each(p.rows) r;

-- What a row prints in one column, and what it means: base/literal.h in SQL.
CREATE VIEW cells AS
	WITH printed AS (
		SELECT p.table_id, r.key AS nr, json_extract(r.value, '$[0]') AS line,
			json_extract(r.value, '$[1]') AS fail, json_extract(r.value, '$[2]') AS stat,
			json_extract(r.value, '$[3]') AS consistent, c.key AS col,
			json_extract(c.value, '$[0]') AS first, json_extract(c.value, '$[1]') AS second,
			json_extract(c.value, '$[2]') AS change
		FROM packed_rows p, json_each(p.rows) r, json_each(r.value, '$[4]') c),
	parted AS ( -- the mean's text, its exponent, how many digits stand behind the point
		SELECT *, CASE fail WHEN 0 THEN first END AS text,
			CASE WHEN fail = 0 AND first LIKE '%e%'
				THEN CAST(substr(first, instr(lower(first), 'e') + 1) AS INTEGER)
				ELSE 0 END AS exponent,
			CASE WHEN fail = 0 AND first LIKE '%.%'
				THEN instr(lower(first) || 'e', 'e') - instr(first, '.') - 1
				ELSE 0 END AS decimals
		FROM printed),
	read AS ( -- half: of the last digit, where it was rounded
		SELECT *, CASE WHEN text LIKE '%NaN' THEN NULL
				WHEN text LIKE '-Inf' THEN -9e999
				WHEN text LIKE '%Inf' THEN 9e999
				ELSE CAST(text AS REAL) END AS mean,
			CASE WHEN text LIKE '%.%' OR text LIKE '%e%'
				THEN CAST('5e' || (exponent - decimals - 1) AS REAL) END AS half
		FROM parted)
	SELECT table_id, nr, line, CASE fail WHEN 1 THEN 'fail' ELSE 'mean' END AS kind, stat,
		consistent, col,
		text,                  -- the mean as printed
		mean,
		mean - coalesce(half, text LIKE '-%') AS mean_low, -- the means that print so
		mean + coalesce(half, text NOT LIKE '-%') AS mean_high,
		CASE fail WHEN 0 THEN second END AS stddev, -- relative, percent, as printed
		CASE fail WHEN 1 THEN first END AS fails,   -- fail rows only
		CASE fail WHEN 1 THEN second END AS runs,
		change AS change_text, -- against column 0, as printed
		CASE WHEN change LIKE '%NaN%' THEN NULL
			WHEN change LIKE '-Inf%' THEN -9e999
			WHEN change LIKE '%Inf%' THEN 9e999
			ELSE CAST(change AS REAL) END AS change,
		CASE WHEN fail = 0 AND substr(change, -1) = '%' THEN '%'
			WHEN change IS NOT NULL THEN 'points' END AS change_unit
	FROM read;

-- A row written down where no table is, to speak of it.  It cites the one table that has
-- such a row; which one that is changes with what is in the store.
CREATE TABLE citations (
	message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	part INTEGER NOT NULL,
	line INTEGER NOT NULL,
	depth INTEGER NOT NULL, -- of quotation
	kind TEXT NOT NULL,     -- 'mean', 'fail'
	stat INTEGER NOT NULL REFERENCES stats,
	print BLOB NOT NULL,    -- one of packed_rows.prints
	text TEXT NOT NULL,     -- the whole row as printed
	repairs TEXT,
	PRIMARY KEY (message, nr)
) WITHOUT ROWID;
CREATE INDEX citations_by_stat ON citations (stat);

-- What the robot claims in a mail.
CREATE TABLE reports (
	message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
	metric TEXT,
	change_text TEXT,       -- of the headline's row, signed
	change REAL,
	change_unit TEXT,
	claim TEXT,             -- the change as the sentence prints it
	verdict TEXT,           -- 'regression', 'improvement': the sentence's word
	direction TEXT,         -- 'more', 'less': which way of the metric is better
	failure TEXT,           -- what a functional report is named after
	commit_id TEXT,         -- first bad commit; of a summary the branch head
	commit_title TEXT,
	parent TEXT,
	tree TEXT,
	branch TEXT,
	testcase TEXT,
	tbox_group TEXT,
	machine TEXT,
	subsystem TEXT,
	compiler TEXT,
	kconfig TEXT,
	head TEXT,              -- of a build: the branch's head that was built
	link TEXT,
	table_count INTEGER NOT NULL,   -- of the body, not quoted; so the following
	row_count INTEGER NOT NULL,
	fail_row_count INTEGER NOT NULL,
	box_count INTEGER NOT NULL,
	plot_count INTEGER NOT NULL,
	main_table INTEGER REFERENCES tables ON DELETE SET NULL,
	headline_line INTEGER   -- of the headline's row in the main table
);
CREATE INDEX reports_by_commit ON reports (commit_id);
CREATE INDEX reports_by_main_table ON reports (main_table);

-- The "parameters" block.
CREATE TABLE params (
	message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	key TEXT NOT NULL,
	value TEXT,
	PRIMARY KEY (message, nr)
) WITHOUT ROWID;

-- Boxes and further headlines: claims of the same mail.
CREATE TABLE impacts (
	message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	line INTEGER NOT NULL,
	text TEXT,
	testcase TEXT,
	metric TEXT,
	change_text TEXT,
	change REAL,
	change_unit TEXT,
	verdict TEXT,
	direction TEXT,
	machine TEXT,          -- NULL: the headline's
	table_id INTEGER REFERENCES tables ON DELETE SET NULL,
	PRIMARY KEY (message, nr)
) WITHOUT ROWID;
CREATE INDEX impacts_by_table ON impacts (table_id);

CREATE TABLE impact_params (
	message INTEGER NOT NULL,
	impact INTEGER NOT NULL,
	nr INTEGER NOT NULL,
	key TEXT NOT NULL,
	value TEXT,
	PRIMARY KEY (message, impact, nr),
	FOREIGN KEY (message, impact) REFERENCES impacts ON DELETE CASCADE
) WITHOUT ROWID;

-- Character plots.
CREATE TABLE plots (
	message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	line INTEGER NOT NULL,     -- of the upper border
	depth INTEGER NOT NULL,    -- of quotation
	title TEXT,
	line_count INTEGER,        -- of the frame with its borders; NULL: cannot be read back
	column_count INTEGER,
	low REAL,                  -- the labels of the lowest and the highest line
	high REAL,
	PRIMARY KEY (message, nr)
) WITHOUT ROWID;

-- What was read back of a plot, by column; good to half a line's height.
CREATE TABLE plot_samples (
	message INTEGER NOT NULL,
	plot INTEGER NOT NULL,
	nr INTEGER NOT NULL,
	series TEXT NOT NULL,      -- 'good', 'bad'
	col INTEGER NOT NULL,      -- from 0 at the left side of the frame
	value REAL NOT NULL,
	PRIMARY KEY (message, plot, nr),
	FOREIGN KEY (message, plot) REFERENCES plots ON DELETE CASCADE
) WITHOUT ROWID;

-- Numbers beside the tables: counters of perf stat, old and new values with their ratio,
-- the runs of a stat one by one.
CREATE TABLE figures (
	message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	kind TEXT NOT NULL,        -- 'perf-stat', 'ratio', 'samples'
	part INTEGER NOT NULL,
	line INTEGER NOT NULL,     -- from 1, in the part's text
	depth INTEGER NOT NULL,    -- of quotation
	block TEXT,                -- what the block says it is of
	name TEXT NOT NULL,
	unit TEXT,
	percent REAL,              -- the spread over the runs, or the ratio
	note TEXT,                 -- the comment of a counter
	PRIMARY KEY (message, nr)
) WITHOUT ROWID;

CREATE TABLE figure_values (
	message INTEGER NOT NULL,
	figure INTEGER NOT NULL,
	nr INTEGER NOT NULL,
	value REAL NOT NULL,
	PRIMARY KEY (message, figure, nr),
	FOREIGN KEY (message, figure) REFERENCES figures ON DELETE CASCADE
) WITHOUT ROWID;

-- The first findings of attached kernel logs.
CREATE TABLE log_findings (
	message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	part INTEGER NOT NULL,
	line INTEGER NOT NULL,     -- from 1, in the log's text
	kind TEXT NOT NULL,        -- 'bug', 'warning', 'oops', 'panic', 'kasan', 'lockdep', ...
	text TEXT NOT NULL,        -- without time and thread
	PRIMARY KEY (message, nr)
) WITHOUT ROWID;

-- The files that unified diffs of the message's author touch.
CREATE TABLE diffs (
	message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	part INTEGER NOT NULL,
	line INTEGER NOT NULL,     -- from 1, of "diff --git", else of "---"
	old_path TEXT,             -- NULL: the diff adds the file
	new_path TEXT,             -- NULL: the diff deletes it
	hunks INTEGER NOT NULL,
	added INTEGER NOT NULL,    -- lines
	removed INTEGER NOT NULL,  -- lines
	PRIMARY KEY (message, nr)
) WITHOUT ROWID;

-- The commands of an attached reproduce script, which was only looked at.
CREATE TABLE commands (
	message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	part INTEGER NOT NULL,
	line INTEGER NOT NULL,     -- from 1, in the part's text
	kind TEXT NOT NULL,        -- 'setting', 'module', 'mount', 'benchmark', 'background', 'other'
	time TEXT,                 -- as printed before it
	text TEXT NOT NULL,        -- without that; may be of many lines
	PRIMARY KEY (message, nr)
) WITHOUT ROWID;

-- A document of an attached job.yaml, and its scalars.
CREATE TABLE jobs (
	message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	part INTEGER NOT NULL,
	document INTEGER NOT NULL, -- from 0, within its YAML stream
	result_root TEXT,
	PRIMARY KEY (message, nr)
) WITHOUT ROWID;

CREATE TABLE job_fields (
	message INTEGER NOT NULL,
	job INTEGER NOT NULL,
	nr INTEGER NOT NULL,
	key TEXT NOT NULL,         -- nested keys joined by '.', list items "key[0]"
	value TEXT,
	PRIMARY KEY (message, job, nr),
	FOREIGN KEY (message, job) REFERENCES jobs ON DELETE CASCADE
) WITHOUT ROWID;

-- Those of its fields that LKP compares by, each by its bare name.
CREATE TABLE job_axes (
	message INTEGER NOT NULL,
	job INTEGER NOT NULL,
	nr INTEGER NOT NULL,
	key TEXT NOT NULL,
	value TEXT,
	PRIMARY KEY (message, job, nr),
	FOREIGN KEY (message, job) REFERENCES jobs ON DELETE CASCADE
) WITHOUT ROWID;

-- Those of its fields that tell what it needs of a machine.
CREATE TABLE job_needs (
	message INTEGER NOT NULL,
	job INTEGER NOT NULL,
	nr INTEGER NOT NULL,
	key TEXT NOT NULL,
	value TEXT,
	PRIMARY KEY (message, job, nr),
	FOREIGN KEY (message, job) REFERENCES jobs ON DELETE CASCADE
) WITHOUT ROWID;

-- What a message says about earlier ones, about fixes and trees.
CREATE TABLE events (
	message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	kind TEXT NOT NULL,        -- 'reply', 'recovered', ...: the EVENTS of lkpdigest(1)
	part INTEGER,              -- NULL, as the line: the subject says it
	line INTEGER,
	text TEXT,                 -- the words that show it
	commit_id TEXT,            -- what it names
	title TEXT,
	tree TEXT,
	link TEXT,
	target TEXT,               -- Message-ID: answered, or named by the link
	repairs TEXT,
	PRIMARY KEY (message, nr)
) WITHOUT ROWID;
CREATE INDEX events_by_commit ON events (commit_id);

-- Commits that a message shows with their author, as git prints them.
CREATE TABLE shown_commits (
	message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	part INTEGER NOT NULL,
	line INTEGER NOT NULL,
	depth INTEGER NOT NULL,    -- of quotation
	commit_id TEXT,            -- NULL: who wrote the patch that the message is
	title TEXT,
	author_name TEXT,
	author_address TEXT,
	PRIMARY KEY (message, nr)
) WITHOUT ROWID;

-- Failing things: rows of a functional report's count box, else of the log in its text,
-- marked lines of a build report.
CREATE TABLE failures (
	message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	line INTEGER NOT NULL,
	name TEXT NOT NULL,
	PRIMARY KEY (message, nr)
) WITHOUT ROWID;

CREATE TABLE failure_counts (
	message INTEGER NOT NULL,
	nr INTEGER NOT NULL,
	col INTEGER NOT NULL,      -- of the box; 0 is the parent
	count INTEGER NOT NULL,
	PRIMARY KEY (message, nr, col),
	FOREIGN KEY (message, nr) REFERENCES failures ON DELETE CASCADE
) WITHOUT ROWID;

-- A run of a job on a commit, as its directory tells it, however often it was met.  Of
-- copies that differ one is kept: one that is complete, then the one with most samples.
CREATE TABLE runs (
	id INTEGER PRIMARY KEY,
	root TEXT NOT NULL,          -- its result root: the path from the test case on
	number INTEGER NOT NULL,     -- the run's own name there
	started TEXT NOT NULL,       -- the job's start_time; '': not told
	content BLOB NOT NULL,       -- sha256 of all that is stored of the kept copy
	testcase TEXT,
	tbox_group TEXT,
	commit_id TEXT,
	state TEXT,                  -- the job's job_state
	incomplete INTEGER NOT NULL, -- 1: last_state.is_incomplete_run says so
	numbers TEXT,                -- whence the samples: 'stats', 'monitors', 'matrix'; NULL: none
	samples INTEGER NOT NULL,
	job BLOB NOT NULL,           -- job.yaml
	UNIQUE (root, number, started)
);
CREATE INDEX runs_by_commit ON runs (commit_id);

-- Each directory that held a run, and which copy of it.
CREATE TABLE run_sightings (
	path_id INTEGER PRIMARY KEY REFERENCES paths,
	run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
	content BLOB NOT NULL,
	reading INTEGER NOT NULL     -- as of sightings; 0: of a directory
);
CREATE INDEX run_sightings_by_run ON run_sightings (run);

-- One number of a run, an INTEGER or a REAL as its file has it; NULL: something else stood
-- there.  A run has no row for a stat that it lacks.  22 bytes and a microsecond each; a
-- packed form would take half of that, and no query could look into it.
CREATE TABLE samples (
	run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	stat INTEGER NOT NULL REFERENCES stats,
	value,                       -- TEXT: the digits of an integer beyond 64 bits
	PRIMARY KEY (run, nr)
) WITHOUT ROWID;

-- The scalars of its job.yaml.
CREATE TABLE run_fields (
	run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	key TEXT NOT NULL,           -- as in job_fields
	value TEXT,
	PRIMARY KEY (run, nr)
) WITHOUT ROWID;

-- What LKP compares it by, in the order of the job.
CREATE TABLE run_axes (
	run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	key TEXT NOT NULL,
	value TEXT,
	PRIMARY KEY (run, nr)
) WITHOUT ROWID;

-- The first findings of its kernel log.
CREATE TABLE run_findings (
	run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	file TEXT NOT NULL,          -- 'dmesg', 'kmsg.xz', ...
	line INTEGER NOT NULL,       -- from 1
	kind TEXT NOT NULL,          -- as in log_findings
	text TEXT NOT NULL,
	PRIMARY KEY (run, nr)
) WITHOUT ROWID;

-- Reported changes that were run again: what the user's own runs say of them.  They stay
-- when the report's message is read anew, or when its source is forgotten.
CREATE TABLE reproductions (
	id INTEGER PRIMARY KEY,
	message_id TEXT NOT NULL,      -- of the report
	table_name TEXT NOT NULL,      -- message_id#part:line of the table that was held against
	base TEXT,                     -- commits, as the table has them
	head TEXT,
	base_root TEXT NOT NULL,       -- result roots of the runs
	head_root TEXT NOT NULL,
	tbox_group TEXT,               -- of these
	same_machine INTEGER NOT NULL, -- 1: the report's tbox_group
	attempt INTEGER NOT NULL,      -- 2: runs were added when the outcome was known
	date INTEGER,                  -- when the runs began, by their jobs
	wrap TEXT,                     -- what stood before the benchmark on both sides
	apart TEXT,                    -- in what else than the kernel both sides differ
	UNIQUE (message_id, base_root, head_root)
);

-- What they say of each stat; numbers are percent of the base, or points.
CREATE TABLE reproduced (
	reproduction INTEGER NOT NULL REFERENCES reproductions ON DELETE CASCADE,
	nr INTEGER NOT NULL,
	stat TEXT NOT NULL,
	is_headline INTEGER NOT NULL,
	verdict TEXT NOT NULL,         -- 'REPRODUCED', 'NOT REPRODUCED', ...: see lkpdigest(1)
	unit TEXT NOT NULL,            -- '%', 'points'
	reported REAL,                 -- change
	found REAL,                    -- change between the own runs,
	low REAL,                      -- and its interval
	high REAL,
	ratio REAL,                    -- found / reported
	ratio_low REAL,                -- NULL: without bound
	ratio_high REAL,
	base_runs INTEGER NOT NULL,    -- that have the stat
	head_runs INTEGER NOT NULL,
	wanted INTEGER,                -- runs a side that would decide
	baseline REAL,                 -- own base against the reported one
	other_baseline INTEGER NOT NULL, -- 1: it is another one
	PRIMARY KEY (reproduction, nr)
) WITHOUT ROWID;

-- What was lost or doubted.  One of a message has its place from the message's
-- sightings, one of a source carries it.
CREATE TABLE diagnostics (
	id INTEGER PRIMARY KEY,
	message INTEGER REFERENCES messages ON DELETE CASCADE,
	path_id INTEGER REFERENCES paths,
	byte_offset INTEGER,
	object TEXT,
	kind TEXT NOT NULL,        -- 'row-dropped', ...: the DIAGNOSTICS of lkpdigest(1)
	part INTEGER,
	line INTEGER,
	detail TEXT NOT NULL,
	excerpt BLOB,
	reading INTEGER            -- of its source in which it was told last; NULL: told of a
	                           -- message, or outside of all sources
);
CREATE INDEX diagnostics_by_message ON diagnostics (message);
CREATE INDEX diagnostics_by_path ON diagnostics (path_id, byte_offset, kind);

-- Digests that were sent, or made to be: what the next one of its series answers, and from
-- when on it tells.
CREATE TABLE digests (
	series TEXT NOT NULL,      -- its filters in words; '': none
	period TEXT NOT NULL,      -- as it is printed: '2016-W23'
	since INTEGER,             -- NULL: open
	until INTEGER,
	message_id TEXT,           -- of its mail; NULL: there is none
	made INTEGER
);
CREATE INDEX digests_by_end ON digests (series, until);

-- Clusters are made of messages and of where those were met; store/cluster-tables.sql has them.
CREATE TRIGGER clusters_lack_message AFTER INSERT ON messages BEGIN
	DELETE FROM clusters_made;
END;
CREATE TRIGGER clusters_had_message AFTER DELETE ON messages BEGIN
	DELETE FROM clusters_made;
END;
CREATE TRIGGER clusters_had_copy AFTER UPDATE OF copy_hash ON messages BEGIN
	DELETE FROM clusters_made;
END;
CREATE TRIGGER clusters_lack_list AFTER INSERT ON sightings BEGIN
	DELETE FROM clusters_made;
END;
CREATE TRIGGER clusters_had_list AFTER DELETE ON sightings BEGIN
	DELETE FROM clusters_made;
END;
CREATE TRIGGER clusters_list_changed AFTER UPDATE OF list ON sightings
	WHEN OLD.list IS NOT NEW.list BEGIN
	DELETE FROM clusters_made;
END;

-- ... and of what the user's own runs say of a report.
CREATE TRIGGER clusters_lack_reproduction AFTER INSERT ON reproductions BEGIN
	DELETE FROM clusters_made;
END;
CREATE TRIGGER clusters_had_reproduction AFTER DELETE ON reproductions BEGIN
	DELETE FROM clusters_made;
END;

-- What is older than that was removed as too old, and does not come in again unless it
-- belongs to something that is there; no row: nothing was.
CREATE TABLE pruned (
	before INTEGER NOT NULL
);

-- Views for readers -----------------------------------------------------------

-- The sighting that stands for a message: the first by path, then offset.
CREATE VIEW places AS
	SELECT message, message_id, path, byte_offset, object, list, sightings
	FROM (SELECT s.message, m.message_id, p.path, s.byte_offset, s.object,
		first_value(s.list) OVER (PARTITION BY s.message
			ORDER BY s.list IS NULL, p.path, ifnull(s.byte_offset, -1), s.object) AS list,
		count(*) OVER (PARTITION BY s.message) AS sightings,
		row_number() OVER (PARTITION BY s.message
			ORDER BY p.path, ifnull(s.byte_offset, -1), s.object) AS rank
		FROM sightings s
		JOIN messages m ON m.id = s.message
		JOIN paths p ON p.id = s.path_id)
	WHERE rank = 1;

-- Every printed number of every table, with what it belongs to.
CREATE VIEW readings AS
	SELECT m.message_id, m.date, m.kind AS message_kind,
		m.message_id || '#' || t.part || ':' || t.line AS table_name,
		t.id AS table_id, t.depth, x.nr, x.line, x.kind, x.stat, x.consistent,
		x.col, c.commit_id, x.text, x.mean, x.mean_low, x.mean_high, x.stddev,
		x.fails, x.runs, x.change_text, x.change, x.change_unit
	FROM cells x
	JOIN columns c ON c.table_id = x.table_id AND c.col = x.col
	JOIN tables t ON t.id = x.table_id
	JOIN messages m ON m.id = t.message;

-- Every number of every run, with what it belongs to.
CREATE VIEW measurements AS
	SELECT r.id AS run, r.root || '/' || r.number AS run_name, r.root, r.number, r.testcase,
		r.tbox_group, r.commit_id, r.incomplete, s.nr, n.name AS stat, s.value
	FROM samples s
	JOIN stats n ON n.id = s.stat
	JOIN runs r ON r.id = s.run;

-- Every change that a performance report claims, by its headline or by a box.
CREATE VIEW changes AS
	SELECT r.message, r.headline_line AS line, 1 AS headline, r.testcase, r.tbox_group,
		r.machine, r.metric, r.change_text, r.change, r.change_unit, r.verdict, r.direction
	FROM reports r
	JOIN messages m ON m.id = r.message
	WHERE m.kind = 'performance' AND r.metric IS NOT NULL
	UNION ALL
	SELECT i.message, i.line, 0,
		coalesce(i.testcase, (SELECT a.value FROM axes a
			WHERE a.table_id = i.table_id AND a.key = 'testcase'), r.testcase),
		CASE WHEN i.table_id IS NOT NULL THEN (SELECT a.value FROM axes a
			WHERE a.table_id = i.table_id AND a.key = 'tbox_group')
			WHEN i.machine IS NULL THEN r.tbox_group END,
		coalesce(i.machine, r.machine), i.metric, i.change_text, i.change, i.change_unit,
		i.verdict, i.direction
	FROM impacts i
	JOIN reports r ON r.message = i.message;
