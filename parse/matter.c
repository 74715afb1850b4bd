/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether a mail is worth taking apart.  On the lists nine mails of ten have nothing
 * to do with the robot; this byte scan spares them the MIME parser.
 *
 * All words are looked for at once, each by a window of WINDOW bytes of it (Horspool's
 * skip for several words, as Wu and Manber have it): at each place the last two bytes
 * of the window tell how far no word can be.  The windows are chosen so that common
 * pairs of letters do not end them: 1.2 GB/s on prose and source.
 */
#include "parse/parse.h"

#define WINDOW 7
#define BLOCK 2
#define SKIPS 4096

/*
 * Authors, recipients, and what only reports and their quotations hold.  The words
 * stand unbroken in quoted-printable text too; base64 text is vouched for by the
 * header, since replies go to the robot and its lists.
 */
static const struct {
	const char *text;
	guint window; /* where its window begins */
} words[] = {
	{"t robot", 0}, /* "kernel test robot", "report robot" */
	{"d robot", 0}, /* "kbuild robot" */
	{"y robot", 0}, /* "0day robot" */
	{"p robot", 0}, /* "lkp robot" */
	{"lkp@intel.", 3}, {"lkp@lists.", 3}, {"lkp@01.org", 0}, {"oe-lkp@", 0}, {"kbuild-all@", 4},
	{"kbuild@lists", 1}, {"[LKP] [", 0}, {"[lkp] [", 0}, {"FYI, we noticed", 0}, {"%stddev", 0},
	{"fail:runs", 0}, {"GEO-MEAN", 0}, {"#regzbot", 0}, {"0day-ci", 0},
	{"lab-lkp", 0}, /* github.com/intel-lab-lkp */
};

static guint block_at(const char *at)
{
	guint16 block;

	memcpy(&block, at, BLOCK);
	return (block ^ block >> 5) % SKIPS;
}

static void make_skips(guint8 skips[SKIPS])
{
	memset(skips, WINDOW - BLOCK + 1, SKIPS);
	for (guint w = 0; w < G_N_ELEMENTS(words); w++)
		for (guint i = 0; i + BLOCK <= WINDOW; i++) {
			guint block = block_at(words[w].text + words[w].window + i);

			skips[block] = MIN(skips[block], WINDOW - BLOCK - i);
		}
}

/* Whether a word has its window at that place. */
static gboolean is_word(struct slice text, gsize at)
{
	for (guint w = 0; w < G_N_ELEMENTS(words); w++) {
		const char *word = words[w].text;
		guint before = words[w].window;

		if (text.at[at] == word[before] && at >= before &&
			slice_starts(slice_skip(text, at - before), word))
			return TRUE;
	}
	return FALSE;
}

static gboolean has_word(struct slice text, const guint8 skips[SKIPS])
{
	gsize at = 0;

	while (at + WINDOW <= text.len) {
		guint skip = skips[block_at(text.at + at + WINDOW - BLOCK)];

		if (!skip && is_word(text, at))
			return TRUE;
		at += MAX(skip, 1);
	}
	return FALSE;
}

gboolean parse_may_matter(struct slice raw_header, struct slice raw_body)
{
	guint8 skips[SKIPS];

	make_skips(skips);
	return has_word(raw_header, skips) || has_word(raw_body, skips);
}
