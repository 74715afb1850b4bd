/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/job_tree.h"

#include "parse/job_scalar.h"

#include <yaml.h>

struct job_entry;

struct job_node {
	enum job_node_kind kind;
	const char *text;   /* of a scalar, as Ruby's to_s gives it; "" of JOB_NULL */
	gboolean is_string; /* Ruby holds a string: inspect() quotes it */
	guint n;
	const struct job_entry *entries; /* of lists (keys are NULL) and maps, in order */
};

struct job_entry {
	const char *key;
	const struct job_node *value;
};

struct job_tree {
	const struct job_node *root;
	GArray *fields;      /* of struct job_field */
	GPtrArray *blocks;   /* all that was allocated */
	GHashTable *anchors; /* name -> node */
	guint nodes, aliases;
};

struct reader {
	struct job_tree *tree;
	yaml_parser_t parser;
	const char *why; /* it is given up */
	gsize line;
};

static const struct job_node *read_node(struct reader *r, const yaml_event_t *event, guint depth);

/* ---- the tree's memory ------------------------------------------------------------ */

static struct job_tree *tree_new(void)
{
	struct job_tree *tree = g_new0(struct job_tree, 1);

	tree->blocks = g_ptr_array_new_with_free_func(g_free);
	tree->fields = g_array_new(FALSE, FALSE, sizeof(struct job_field));
	tree->anchors = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	return tree;
}

void job_tree_free(struct job_tree *tree)
{
	if (!tree)
		return;
	g_ptr_array_unref(tree->blocks);
	g_hash_table_unref(tree->anchors);
	g_array_unref(tree->fields);
	g_free(tree);
}

static void *keep(struct job_tree *tree, void *block)
{
	g_ptr_array_add(tree->blocks, block);
	return block;
}

/* ---- reading ---------------------------------------------------------------------- */

static gboolean give_up(struct reader *r, gsize line, const char *why)
{
	if (!r->why) {
		r->why = why;
		r->line = line;
	}
	return FALSE;
}

static gboolean next_event(struct reader *r, yaml_event_t *event)
{
	if (yaml_parser_parse(&r->parser, event))
		return TRUE;
	return give_up(r, r->parser.problem_mark.line,
		r->parser.problem ? r->parser.problem : "the stream is no YAML");
}

static struct job_node *node_new(
	struct reader *r, const yaml_event_t *event, const yaml_char_t *anchor)
{
	struct job_node *node;

	if (++r->tree->nodes > JOB_TREE_NODES_MAX) {
		give_up(r, event->start_mark.line, "there are too many fields");
		return NULL;
	}
	node = keep(r->tree, g_new0(struct job_node, 1));
	if (anchor)
		g_hash_table_insert(r->tree->anchors, g_strdup((const char *)anchor), node);
	return node;
}

static const struct job_node *read_alias(struct reader *r, const yaml_event_t *event)
{
	const char *name = (const char *)event->data.alias.anchor;
	const struct job_node *node = g_hash_table_lookup(r->tree->anchors, name);

	if (++r->tree->aliases > JOB_TREE_ALIASES_MAX)
		give_up(r, event->start_mark.line, "there are too many aliases");
	else if (!node || (node->kind >= JOB_LIST && !node->entries && node->n))
		give_up(r, event->start_mark.line, "an alias names nothing");
	else
		return node;
	return NULL;
}

static const struct job_node *read_scalar(struct reader *r, const yaml_event_t *event)
{
	struct job_node *node = node_new(r, event, event->data.scalar.anchor);
	const char *text = (const char *)event->data.scalar.value;

	if (!node)
		return NULL;
	if (memchr(text, 0, event->data.scalar.length)) {
		give_up(r, event->start_mark.line, "a text holds a NUL");
		return NULL;
	}
	if (event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE || event->data.scalar.tag)
		*node = (struct job_node){.kind = JOB_TEXT, .is_string = TRUE};
	else
		node->kind = job_scalar_kind(text, &node->is_string);
	node->text = keep(r->tree, node->is_string ? g_strdup(text) : job_scalar_value(text));
	return node;
}

/* A key is a scalar; its text is kept as it is printed. */
static gboolean read_key(struct reader *r, const yaml_event_t *event, struct job_entry *entry)
{
	if (event->type != YAML_SCALAR_EVENT)
		return give_up(r, event->start_mark.line, "a key is no text");
	entry->key = keep(r->tree, g_strdup((const char *)event->data.scalar.value));
	return TRUE;
}

static gboolean read_entry(struct reader *r, const yaml_event_t *event, gboolean is_map,
	struct job_entry *entry, guint depth)
{
	yaml_event_t value;

	if (!is_map) {
		entry->value = read_node(r, event, depth);
		return entry->value != NULL;
	}
	if (!read_key(r, event, entry) || !next_event(r, &value))
		return FALSE;
	entry->value = read_node(r, &value, depth);
	yaml_event_delete(&value);
	return entry->value != NULL;
}

/* The entries up to the container's end. */
static gboolean read_entries(struct reader *r, gboolean is_map, GArray *entries, guint depth)
{
	for (;;) {
		struct job_entry entry = {NULL, NULL};
		yaml_event_t event;

		if (!next_event(r, &event))
			return FALSE;
		gboolean is_end = event.type == YAML_MAPPING_END_EVENT ||
				  event.type == YAML_SEQUENCE_END_EVENT;
		gboolean done = is_end || read_entry(r, &event, is_map, &entry, depth);
		yaml_event_delete(&event);
		if (is_end || !done)
			return done;
		g_array_append_val(entries, entry);
	}
}

static const struct job_node *read_container(
	struct reader *r, const yaml_event_t *event, gboolean is_map, guint depth)
{
	struct job_node *node = node_new(r, event,
		is_map ? event->data.mapping_start.anchor : event->data.sequence_start.anchor);
	g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(struct job_entry));

	if (!node)
		return NULL;
	if (depth == JOB_TREE_DEPTH_MAX) {
		give_up(r, event->start_mark.line, "it is nested too deeply");
		return NULL;
	}
	node->kind = is_map ? JOB_MAP : JOB_LIST;
	node->n = 1; /* an alias of itself finds no entries yet */
	if (!read_entries(r, is_map, entries, depth + 1))
		return NULL;
	node->n = entries->len;
	node->entries = keep(r->tree, g_array_steal(entries, NULL));
	return node;
}

static const struct job_node *read_node(struct reader *r, const yaml_event_t *event, guint depth)
{
	switch (event->type) {
	case YAML_SCALAR_EVENT:
		return read_scalar(r, event);
	case YAML_ALIAS_EVENT:
		return read_alias(r, event);
	case YAML_MAPPING_START_EVENT:
	case YAML_SEQUENCE_START_EVENT:
		return read_container(r, event, event->type == YAML_MAPPING_START_EVENT, depth);
	default:
		give_up(r, event->start_mark.line, "it has no field");
		return NULL;
	}
}

static gboolean read_document(struct reader *r)
{
	gboolean more = TRUE;

	while (more && !r->tree->root) {
		yaml_event_t event;

		if (!next_event(r, &event))
			return FALSE;
		more = event.type != YAML_STREAM_END_EVENT;
		if (event.type == YAML_MAPPING_START_EVENT)
			r->tree->root = read_node(r, &event, 0);
		else if (event.type != YAML_STREAM_START_EVENT &&
			 event.type != YAML_DOCUMENT_START_EVENT)
			more = give_up(r, event.start_mark.line, "it has no field");
		yaml_event_delete(&event);
		more = more && !r->why;
	}
	return r->tree->root != NULL;
}

/* ---- what Ruby prints ------------------------------------------------------------- */

static void inspect_string(const char *text, GString *to)
{
	static const char special[] = "\n\r\t\f\v\b\a\033", letters[] = "nrtfvbae";

	g_string_append_c(to, '"');
	for (const char *c = text; *c; c++) {
		const char *known = strchr(special, *c);

		if (known)
			g_string_append_printf(to, "\\%c", letters[known - special]);
		else if (*c == '"' || *c == '\\' || (*c == '#' && c[1] && strchr("{$@", c[1])))
			g_string_append_printf(to, "\\%c", *c);
		else
			g_string_append_c(to, *c);
	}
	g_string_append_c(to, '"');
}

#define INSPECT_MAX 4096 /* bytes; aliases multiply */

static void inspect(const struct job_node *node, GString *to)
{
	gboolean is_map = node->kind == JOB_MAP;

	if (to->len > INSPECT_MAX)
		return;
	if (node->kind == JOB_NULL)
		g_string_append(to, "nil");
	else if (node->is_string)
		inspect_string(node->text, to);
	else if (node->kind < JOB_LIST)
		g_string_append(to, node->text);
	else {
		g_string_append_c(to, is_map ? '{' : '[');
		for (guint i = 0; i < node->n; i++) {
			if (i)
				g_string_append(to, ", ");
			if (is_map) {
				inspect_string(node->entries[i].key, to);
				g_string_append(to, "=>");
			}
			inspect(node->entries[i].value, to);
		}
		g_string_append_c(to, is_map ? '}' : ']');
	}
}

static char *node_text(const struct job_node *node)
{
	GString *text;

	if (node->kind < JOB_LIST)
		return g_strdup(node->text);
	text = g_string_new(NULL);
	inspect(node, text);
	return g_string_free(text, FALSE);
}

/* ---- fields ------------------------------------------------------------------------- */

static gboolean add_fields(struct reader *r, const struct job_node *map, int parent);

static gboolean add_field(
	struct reader *r, const char *name, const struct job_node *node, int parent)
{
	struct job_tree *tree = r->tree;
	struct job_field field = {.name = name,
		.is_null = node->kind == JOB_NULL,
		.is_set = node->kind != JOB_NULL && node->kind != JOB_FALSE,
		.parent = parent};

	if (tree->fields->len == JOB_TREE_NODES_MAX)
		return give_up(r, 0, "there are too many fields");
	if (node->kind != JOB_MAP)
		field.value = keep(tree, node_text(node));
	g_array_append_val(tree->fields, field);
	return node->kind != JOB_MAP || add_fields(r, node, (int)tree->fields->len - 1);
}

static gboolean add_fields(struct reader *r, const struct job_node *map, int parent)
{
	g_autoptr(GHashTable) last = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < map->n; i++)
		g_hash_table_insert(
			last, (char *)map->entries[i].key, (void *)map->entries[i].value);
	for (guint i = 0; i < map->n; i++) {
		const char *name = map->entries[i].key;
		const struct job_node *node = g_hash_table_lookup(last, name);

		if (!node)
			continue; /* a second one of the name */
		g_hash_table_remove(last, name);
		if (!add_field(r, name, node, parent))
			return FALSE;
	}
	return TRUE;
}

const struct job_field *job_tree_fields(const struct job_tree *tree, guint *ret_n)
{
	*ret_n = tree->fields->len;
	return (const struct job_field *)(gconstpointer)tree->fields->data;
}

/* ---- the whole ------------------------------------------------------------------------ */

static void read_text(struct reader *r, struct slice text)
{
	if (text.len > JOB_TREE_BYTES_MAX) {
		give_up(r, 0, "it is larger than is allowed");
		return;
	}
	if (!yaml_parser_initialize(&r->parser)) {
		give_up(r, 0, "there is no memory for it");
		return;
	}
	text = slice_skip_mark(text);
	yaml_parser_set_encoding(&r->parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(
		&r->parser, (const unsigned char *)(text.at ? text.at : ""), text.len);
	if (read_document(r))
		add_fields(r, r->tree->root, JOB_FIELD_TOP);
	else
		give_up(r, 0, "it has no field");
	yaml_parser_delete(&r->parser);
}

struct job_tree *job_tree_read(
	struct slice text, const struct origin *origin, const struct diag_sink *sink)
{
	struct reader r = {.tree = tree_new()};
	struct origin at;

	read_text(&r, text);
	if (!r.why)
		return r.tree;
	at = origin_at(origin, 0, (guint)r.line + 1);
	diag_emit(sink, DIAG_JOB_UNREADABLE, &at, SLICE_NULL, "%s", r.why);
	job_tree_free(r.tree);
	return NULL;
}
