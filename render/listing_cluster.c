/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clusters as scripts see them: those of a list, and one in full. */
#include "render/json_value.h"
#include "render/listing.h"

/* What is collected of a cluster; `whole`: with the keys that a list does not have. */
struct collector {
	json_t *array;
	gboolean whole;
};

static json_t *line_or_null(guint line)
{
	return line ? json_integer(line) : json_null();
}

static gboolean collect_member(const struct store_cluster_member *m, void *data)
{
	struct collector *to = data;
	json_t *member = json_object();

	value_set(member, "message_id", value_text(m->message_id));
	value_set(member, "testcase", value_text(m->testcase));
	value_set(member, "tbox_group", value_text(m->tbox_group));
	value_set(member, "metric", value_text(m->metric));
	value_set(member, "change", value_change_or_null(&m->change));
	if (to->whole) {
		value_set(member, "line", line_or_null(m->line));
		value_set(member, "date", json_of_date(m->date));
		value_set(member, "verdict", value_text(verdict_name(m->verdict)));
		value_set(member, "aliases", value_text(m->aliases));
		value_set(member, "parameters", value_text(m->params));
		value_set(member, "compiler", value_text(m->compiler));
		value_set(member, "kconfig", value_text(m->kconfig));
		value_set(member, "governor", value_text(m->governor));
		value_set(member, "microcode", value_text(m->microcode));
	}
	json_array_append_new(to->array, member);
	return TRUE;
}

static gboolean collect_event(const struct store_cluster_event *e, void *data)
{
	struct collector *to = data;
	json_t *event = json_object();

	value_set(event, "date", json_of_date(e->date));
	value_set(event, "kind", value_text(e->kind));
	value_set(event, "message_id", value_text(e->message_id));
	value_set(event, "line", line_or_null(e->line));
	if (to->whole) {
		value_set(event, "who", value_text(e->who));
		value_set(event, "text", value_text(e->text));
		value_set(event, "told", value_text(e->told));
		value_set(event, "state",
			e->changes ? value_text(state_name(e->after)) : json_null());
	}
	json_array_append_new(to->array, event);
	return TRUE;
}

static gboolean collect_link(const struct store_cluster_link *l, void *data)
{
	struct collector *to = data;
	json_t *link = json_object();

	value_set(link, "kind", value_text(l->kind));
	value_set(link, "to", value_text(l->to));
	if (to->whole) {
		value_set(link, "message_id", value_text(l->message_id));
		value_set(link, "line", line_or_null(l->line));
		value_set(link, "text", value_text(l->text));
	}
	json_array_append_new(to->array, link);
	return TRUE;
}

static gboolean collect_evidence(const struct store_cluster_evidence *e, void *data)
{
	struct collector *to = data;
	json_t *evidence = json_object();

	value_set(evidence, "rule", value_text(e->rule));
	value_set(evidence, "message_id", value_text(e->message_id));
	value_set(evidence, "line", line_or_null(e->line));
	value_set(evidence, "text", value_text(e->text));
	if (to->whole) {
		value_set(evidence, "from", value_text(e->from));
		value_set(evidence, "to", value_text(e->to));
	}
	json_array_append_new(to->array, evidence);
	return TRUE;
}

static json_t *commits_of(const struct store_cluster *cluster, gboolean whole)
{
	json_t *commits = json_array();

	for (guint i = 0; i < cluster->n_commits; i++) {
		json_t *commit = json_object();

		value_set(commit, "id", value_text(cluster->commits[i].id));
		value_set(commit, "title", value_text(cluster->commits[i].title));
		if (whole)
			value_set(commit, "role", value_text(cluster->commits[i].role));
		json_array_append_new(commits, commit);
	}
	return commits;
}

static json_t *flags_of(guint flags)
{
	json_t *names = json_array();

	for (enum state_flag flag = 0; flag < STATE_FLAGS; flag++)
		if (flags & 1u << flag)
			json_array_append_new(names, value_text(state_flag_name(flag)));
	return names;
}

static void add_whole(json_t *object, const struct store_cluster *c)
{
	value_set(object, "title", value_text(c->title));
	value_set(object, "author", value_text(c->author));
	value_set(object, "subsystems", value_text(c->subsystems));
	value_set(object, "lists", value_text(c->lists));
	value_set(object, "tag", value_text(c->tag));
	value_set(object, "still_on", value_text(c->still_on));
	value_set(object, "verdict", value_text(c->verdict));
	value_set(object, "first", json_of_date(c->first));
	value_set(object, "last", json_of_date(c->last));
	value_set(object, "changed", json_of_date(c->changed));
	value_set(object, "heard", json_of_date(c->heard));
	value_set(object, "reports", json_integer(c->reports));
	value_set(object, "testcases", json_integer(c->testcases));
	value_set(object, "machines", json_integer(c->machines));
	value_set(object, "severity", value_number(c->severity));
}

static struct collector part(json_t *object, const char *key, gboolean whole)
{
	struct collector to = {json_array(), whole};

	value_set(object, key, to.array);
	return to;
}

static json_t *object_of(
	const struct store_cluster *c, struct store *store, gboolean whole, GError **error)
{
	json_t *object = json_object();

	value_set(object, "id", value_text(c->id));
	value_set(object, "aliases", value_strings(c->aliases));
	value_set(object, "commits", commits_of(c, whole));
	value_set(object, "state", value_text(state_name(c->state)));
	value_set(object, "flags", flags_of(c->flags));
	value_set(object, "subsystem", value_text(c->subsystem));
	if (whole)
		add_whole(object, c);

	struct collector members = part(object, "members", whole);
	struct collector events = part(object, "events", whole);
	struct collector links = part(object, "links", whole);
	struct collector evidence = part(object, "evidence", whole);
	if (store_list_cluster_members(store, c->id, collect_member, &members, error) &&
		store_list_cluster_events(store, c->id, collect_event, &events, error) &&
		store_list_cluster_links(store, c->id, collect_link, &links, error) &&
		store_list_cluster_evidence(store, c->id, collect_evidence, &evidence, error))
		return object;
	json_decref(object);
	return NULL;
}

json_t *json_of_cluster(const struct store_cluster *cluster, struct store *store, GError **error)
{
	return object_of(cluster, store, FALSE, error);
}

json_t *json_of_whole_cluster(
	const struct store_cluster *cluster, struct store *store, GError **error)
{
	return object_of(cluster, store, TRUE, error);
}
