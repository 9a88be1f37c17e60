# Targets for people are those with a comment behind two hash signs; "make help" lists them.
CC ?= gcc
PREFIX ?= /usr/local
DESTDIR ?=
BUILD ?= build
OPTIMIZE ?= -O2
WERROR ?=
SANITIZE ?=

PACKAGES = glib-2.0 libcjson libpcre2-8 libxml-2.0 libxslt libarchive cairo cairo-svg cairo-pdf pangocairo libpng smartcols gsl sqlite3 libzstd nettle
PKG_CONFIG ?= pkg-config
WARNINGS = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wformat=2 -Wvla -Wconversion -Wno-sign-conversion
CFLAGS ?= $(OPTIMIZE) -g
PACKAGE_CFLAGS = $(eval PACKAGE_CFLAGS := $$(shell $(PKG_CONFIG) --cflags $(PACKAGES)))$(PACKAGE_CFLAGS)
ALL_CFLAGS = -std=gnu11 -D_GNU_SOURCE -fvisibility=hidden -Iinclude -Isrc $(WARNINGS) $(WERROR) $(SANITIZE) $(PACKAGE_CFLAGS) $(CFLAGS)
LIBS = $(eval LIBS := $$(shell $(PKG_CONFIG) --libs $(PACKAGES)) -lm)$(LIBS)

SOURCES = $(filter-out src/cli/main.c,$(wildcard src/*/*.c))
OBJECTS = $(SOURCES:src/%.c=$(BUILD)/obj/%.o)
LIBRARY = $(BUILD)/libfiocompare.a
PROGRAM = $(BUILD)/fiocompare
LANGUAGES = $(patsubst po/%.po,%,$(wildcard po/*.po))
CATALOGUES = $(LANGUAGES:%=$(BUILD)/locale/%/LC_MESSAGES/fiocompare.mo)
UNIT_HELPERS = $(BUILD)/obj/tests/corpus.o
UNIT_TESTS = $(patsubst tests/unit/%_test.c,$(BUILD)/tests/%_test,$(wildcard tests/unit/*_test.c))

.PHONY: all build po packages check-packages check demo asan install clean help golden fuzz bench valgrind

all: packages ## build the program (installs missing Debian packages when run as root)
	@$(MAKE) --no-print-directory build

packages:
	@./tests/lint/packages

check-packages:
	@./tests/lint/packages check

build: $(PROGRAM) $(BUILD)/completion/fiocompare $(CATALOGUES)

$(BUILD)/locale/%/LC_MESSAGES/fiocompare.mo: po/%.po
	@mkdir -p $(@D)
	@echo "  msgfmt $<"
	@msgfmt --check -o $@ $<

po: ## bring po/*.po up to date with the sources
	@for file in po/*.po; do po/extract | msgmerge --quiet --update --backup=none --no-wrap --no-fuzzy-matching $$file -; done

$(BUILD)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	@echo "  cc $<"
	@$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(LIBRARY): $(OBJECTS)
	@rm -f $@
	@ar rcs $@ $^

$(PROGRAM): $(BUILD)/obj/cli/main.o $(LIBRARY)
	@echo "  link $@"
	@$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/completion/fiocompare: $(PROGRAM)
	@mkdir -p $(@D)
	@$(PROGRAM) completion > $@

$(BUILD)/obj/tests/%.o: tests/unit/%.c
	@mkdir -p $(@D)
	@echo "  cc $<"
	@$(CC) $(ALL_CFLAGS) -Itests/unit -MMD -MP -c -o $@ $<

$(BUILD)/tests/%_test: $(BUILD)/obj/tests/%_test.o $(UNIT_HELPERS) $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  link $@"
	@$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

unit-tests: $(UNIT_TESTS)
.PHONY: unit-tests
.SECONDARY:

check: check-packages ## run every test (installs missing Debian packages when run as root)
	@$(MAKE) --no-print-directory build unit-tests
	@BUILD=$(BUILD) ./tests/check

demo: packages ## measure two mounts with a known ratio and write build/demo/report.html
	@$(MAKE) --no-print-directory build
	@BUILD=$(BUILD) ./tests/rigs/demo

golden: build ## renew the expected outputs of the golden tests (review them as a diff)
	@BUILD=$(BUILD) ./tests/golden/run --renew

asan: ## build with the address and undefined-behaviour sanitizers and run the tests
	@LSAN_OPTIONS="suppressions=$(CURDIR)/tests/lint/lsan.supp:print_suppressions=0" $(MAKE) --no-print-directory BUILD=build/asan OPTIMIZE=-O1 SANITIZE="-fsanitize=address,undefined -fno-omit-frame-pointer" check

valgrind: packages ## run the tests of the readers and of comparing under valgrind
	@./tests/lint/packages valgrind
	@$(MAKE) --no-print-directory build unit-tests
	@for test in cases reader replay founding findings; do \
	    G_SLICE=always-malloc G_TEST_SRCDIR=$(CURDIR) G_TEST_BUILDDIR=$(CURDIR) \
	    valgrind -q --error-exitcode=9 --suppressions=tests/lint/valgrind.supp $(BUILD)/tests/$${test}_test >/dev/null || exit 1; \
	    echo "valgrind: $$test is clean"; done

fuzz: ## fuzz the readers with clang for TIME seconds each (default 60)
	@./tests/lint/packages fuzz
	@BUILD=build/fuzz TIME=$(or $(TIME),60) ./tests/fuzz/run

bench: packages ## compare speeds with peers in the same run
	@$(MAKE) --no-print-directory build
	@BUILD=$(BUILD) ./tests/bench/run

install: build ## put program, templates, man page and completion under PREFIX (default /usr/local)
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/fiocompare
	install -d $(DESTDIR)$(PREFIX)/share/fiocompare/templates
	install -m 644 templates/*.xsl templates/report.css templates/report.rng $(DESTDIR)$(PREFIX)/share/fiocompare/templates
	@for language in $(LANGUAGES); do \
	    install -D -m 644 $(BUILD)/locale/$$language/LC_MESSAGES/fiocompare.mo \
	        $(DESTDIR)$(PREFIX)/share/locale/$$language/LC_MESSAGES/fiocompare.mo || exit 1; done
	install -D -m 644 docs/fiocompare.1 $(DESTDIR)$(PREFIX)/share/man/man1/fiocompare.1
	install -D -m 644 $(BUILD)/completion/fiocompare $(DESTDIR)$(PREFIX)/share/bash-completion/completions/fiocompare

clean: ## remove what was built
	rm -rf build

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

-include $(OBJECTS:.o=.d) $(BUILD)/obj/cli/main.d $(wildcard $(BUILD)/obj/tests/*.d)
