# SPDX-License-Identifier: GPL-3.0-or-later
#
#   make            the program, build/lkpdigest
#   make demo       a digest of the samples, build/demo/index.html
#   make check      all tests (check-asan, check-tsan: the same, sanitized)
#   make check-browser  the pages in a real browser (screenshots: pictures in build/screenshots)
#   make bench      how fast mails are read
#   make bench-tree  how fast a tree of the kernel is asked (a made-up one, with git)
#   make bench-peers  ingest beside other programs, into bench/results.md (half an hour)
#   make fuzz-run MINUTES=10  fuzz every parser for so long (clang)
#   make deb        a Debian package, in build/deb (dist: the source alone)
#   make install    DESTDIR and PREFIX respected
#
# VARIANT=release (default), asan, tsan, coverage, fuzz; each has its build folder.  V=1 shows commands.

VARIANT ?= release
PREFIX ?= /usr/local
DESTDIR ?=
PKG_CONFIG ?= pkg-config
CLANG ?= clang

PACKAGES := glib-2.0 gio-2.0 gmime-3.0 zlib liblzma libzstd libarchive libgit2 nettle
PACKAGES += libxml-2.0 libpcre2-8 yaml-0.1 jansson gsl sqlite3
FOLDERS := base git parse ingest store compare cluster reproduce render tree cli

build-release := build
build-asan := build/asan
build-tsan := build/tsan
build-coverage := build/coverage
build-fuzz := build/fuzz
B := $(build-$(VARIANT))
$(if $(B),,$(error VARIANT must be release, asan, tsan, coverage or fuzz))

CFLAGS ?= -O2 -g
WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith \
	-Wwrite-strings -Wvla -Wformat=2 -Wundef -Wno-missing-field-initializers
fortify := $(if $(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),,-D_FORTIFY_SOURCE=2)
cflags-release := $(fortify) -fstack-protector-strong -fPIE
ldflags-release := -pie -Wl,-z,relro,-z,now
cflags-asan := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
ldflags-asan := -fsanitize=address,undefined
cflags-tsan := -O1 -fsanitize=thread -fno-omit-frame-pointer
ldflags-tsan := -fsanitize=thread
cflags-coverage := -O0 --coverage -fprofile-update=atomic
ldflags-coverage := --coverage
cflags-fuzz := -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
ldflags-fuzz := -fsanitize=address,undefined
ifeq ($(VARIANT),fuzz)
CC := $(CLANG)
endif

pkg-cflags := $(shell $(PKG_CONFIG) --cflags $(PACKAGES))
pkg-libs := $(shell $(PKG_CONFIG) --libs $(PACKAGES))
ALL_CFLAGS = -std=gnu11 -I. -I$(B) $(WARNINGS) $(WERROR) $(cflags-$(VARIANT)) $(CPPFLAGS) $(CFLAGS) \
	$(pkg-cflags)
ALL_LDFLAGS = $(ldflags-$(VARIANT)) $(LDFLAGS)
LIBS = $(pkg-libs) -lbz2 -lm

Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-7s %s\n' '$(1)' '$(2)')

sources := $(foreach folder,$(FOLDERS),$(sort $(wildcard $(folder)/*.c)))
library := $(filter-out cli/main.c,$(sources))
library-objects := $(library:%.c=$(B)/%.o)
library-objects += $(if $(filter tsan,$(VARIANT)),$(B)/tests/tsan/glib.o)
unit-sources := $(sort $(wildcard tests/unit/*.c))
units := $(unit-sources:tests/unit/%.c=$(B)/tests/unit/%)
fuzz-sources := $(sort $(wildcard tests/fuzz/fuzz-*.c))
fuzzers := $(fuzz-sources:tests/fuzz/%.c=$(B)/tests/fuzz/%)

.PHONY: all
all: $(B)/lkpdigest

$(B)/liblkpdigest.a: $(library-objects)
	$(call say,AR,$@)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(B)/lkpdigest: $(B)/cli/main.o $(B)/liblkpdigest.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)

$(B)/%.o: %.c
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# The schema, the rules and the page's style and script are readable text in the tree and strings in the program.
define as-string
	$(Q)mkdir -p $(@D)
	$(Q)sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/"/' -e 's/$$/\\n"/' $^ >$@.tmp && mv $@.tmp $@
endef
$(B)/store/%.h: store/%.sql
	$(as-string)
$(B)/compare/lkp_rules.h: compare/lkp.rules
	$(as-string)
$(B)/render/digest_%.h: render/digest.%
	$(as-string)
benchmarks := $(sort $(wildcard reproduce/benchmarks/*))
$(B)/reproduce/benchmarks_text.h: $(benchmarks)
	$(as-string)
$(B)/reproduce/door/%.h: reproduce/door/%.sh
	$(as-string)
$(B)/store/sqlite-open.o: $(B)/store/schema.h $(B)/store/cluster-tables.h
$(B)/store/sqlite-keep.o: $(B)/store/cluster-tables.h
$(B)/reproduce/benchmark.o: $(B)/reproduce/benchmarks_text.h
$(B)/reproduce/door_script.o: $(foreach part,begin machine settings benchmark lkp,$(B)/reproduce/door/$(part).h)
$(B)/compare/rules_text.o: $(B)/compare/lkp_rules.h
$(B)/render/digest_texts.o: $(B)/render/digest_css.h $(B)/render/digest_js.h

$(B)/tests/unit/%: $(B)/tests/unit/%.o $(B)/liblkpdigest.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)

# A fuzzer is a libFuzzer target; elsewhere it gets a main that runs files once.
fuzz-main := $(if $(filter fuzz,$(VARIANT)),,$(B)/tests/fuzz/run-files.o)
$(B)/tests/fuzz/fuzz-%: $(B)/tests/fuzz/fuzz-%.o $(fuzz-main) $(B)/liblkpdigest.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) $(if $(fuzz-main),,-fsanitize=fuzzer) -o $@ $^ $(LIBS)

$(B)/bench/%: $(B)/bench/%.o $(B)/liblkpdigest.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)

$(B)/bench/make-mails: $(B)/bench/mails.o

.SECONDARY:

.PHONY: aa verdicts bench bench-peers bench-tree check check-asan check-browser check-quick check-tsan \
	check-valgrind coverage screenshots deb dist fuzz fuzz-run lint demo install clean
check: $(B)/lkpdigest $(units) $(fuzzers)
	$(Q)VARIANT=$(VARIANT) BUILD=$(abspath $(B)) prove $(PROVE_FLAGS) -j2 --exec tests/run-test \
		$(units) $(sort $(wildcard tests/cli/*.t))

# What a packager runs: no tools of development, half a minute.
quick := cases completion contracts install manual samples usage
check-quick: $(B)/lkpdigest $(units)
	$(Q)VARIANT=$(VARIANT) BUILD=$(abspath $(B)) prove $(PROVE_FLAGS) -j2 --exec tests/run-test \
		$(units) $(quick:%=tests/cli/%.t)

check-asan:
	$(Q)$(MAKE) VARIANT=asan check

check-browser screenshots: $(B)/lkpdigest $(B)/bench/make-mails $(B)/tests/unit/digest-hostile
	$(Q)BUILD=$(B) tests/browser/run $(filter screenshots,$@)

# What the tests reach of each folder.
coverage:
	$(Q)find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	$(Q)$(MAKE) VARIANT=coverage check || true
	$(Q)sh scripts/coverage build/coverage

# GLib, GMime and libgit2 are not instrumented; what GLib would hand from thread to thread is not.
check-tsan:
	$(Q)G_SLICE=always-malloc TSAN_OPTIONS='halt_on_error=1 ignore_noninstrumented_modules=1' \
		$(MAKE) VARIANT=tsan check

valgrind := valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=definite \
	--suppressions=tests/valgrind.supp
check-valgrind: $(units)
	$(Q)VALGRIND='$(valgrind)' \
		BUILD=$(abspath $(B)) prove -j2 --exec tests/run-test $(units)

fuzz:
	$(Q)$(MAKE) VARIANT=fuzz $(fuzz-sources:tests/fuzz/%.c=build/fuzz/tests/fuzz/%)

# Each target for so many minutes, two at a time; see doc/fuzzing.md.
MINUTES ?= 1
fuzz-run: fuzz
	$(Q)tests/fuzz/run $(MINUTES)

lint:
	$(Q)clang-format --dry-run -Werror $(sources) $(wildcard $(FOLDERS:%=%/*.h) tests/*/*.[ch])
	$(Q)mandoc -T lint -W warning doc/*.[1-9]

bench: $(B)/bench/parse
	$(Q)$< samples/mails/*.eml

bench-tree: $(B)/bench/tree $(B)/bench/make-tree
	$(Q)rm -rf $(B)/bench/linux.git && git init -q --bare $(B)/bench/linux.git
	$(Q)$(B)/bench/make-tree 200000 | git --git-dir=$(B)/bench/linux.git fast-import --quiet
	$(Q)$< $(B)/bench/linux.git 10000

bench-peers: $(B)/lkpdigest $(B)/bench/make-mails
	$(Q)BUILD=$(B) bench/peers $(SIZES) >$(B)/bench/results.md; status=$$?; \
		[ $$status -gt 1 ] || cp $(B)/bench/results.md bench/results.md; exit $$status

aa: $(B)/bench/aa
	$(Q)$<

verdicts: $(B)/bench/verdicts
	$(Q)$<

demo: $(B)/lkpdigest
	$(Q)$(B)/lkpdigest report samples/mails samples/archive.mbox.gz -o build/demo
	@echo "The page is at $(CURDIR)/build/demo/index.html"

install: $(B)/lkpdigest
	install -D -m 0755 $(B)/lkpdigest $(DESTDIR)$(PREFIX)/bin/lkpdigest
	set -e; $(foreach page,$(wildcard doc/*.[1-9]),install -D -m 0644 $(page) \
		$(DESTDIR)$(PREFIX)/share/man/man$(subst .,,$(suffix $(page)))/$(notdir $(page));)
	set -e; $(foreach schema,$(wildcard doc/*.schema.json),install -D -m 0644 $(schema) \
		$(DESTDIR)$(PREFIX)/share/doc/lkpdigest/$(notdir $(schema));)
	$(call install-contrib,lib/systemd/user,lkpdigest.service lkpdigest.timer)
	$(call install-contrib,share/doc/lkpdigest/examples,lkpdigest.cron lkpdigest.conf)
	install -D -m 0644 contrib/completion/lkpdigest \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions/lkpdigest
	install -D -m 0644 contrib/completion/_lkpdigest \
		$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_lkpdigest

# install-contrib FOLDER, FILES: with the place of the program in them
install-contrib = set -e; $(foreach file,$(2),install -D -m 0644 contrib/$(file) \
	$(DESTDIR)$(PREFIX)/$(1)/$(file); \
	sed -i 's|@PREFIX@|$(PREFIX)|' $(DESTDIR)$(PREFIX)/$(1)/$(file);)

# The last commit as a tarball, and as a Debian package made of that.
version = $(shell sed -n 's/^\#define LKPDIGEST_VERSION "\(.*\)"/\1/p' cli/command.h)
dist:
	$(Q)mkdir -p build && git archive --prefix=lkpdigest-$(version)/ HEAD | xz >build/lkpdigest-$(version).tar.xz
	@echo "build/lkpdigest-$(version).tar.xz"

deb: dist
	$(Q)rm -rf build/deb && mkdir build/deb && tar -C build/deb -xf build/lkpdigest-$(version).tar.xz
	$(Q)cd build/deb/lkpdigest-$(version) && dpkg-buildpackage -us -uc -b
	$(Q)! command -v lintian >/dev/null || lintian --fail-on error,warning build/deb/*.changes

clean:
	rm -rf build

-include $(shell find $(B) -name '*.d' $(foreach v,asan tsan coverage fuzz deb,-not -path '$(B)/$(v)/*') 2>/dev/null)
