# Shared rules, included by the main file.
MODES := fast slow
TOOLS = $(foreach m,$(MODES),tool-$(m))
upper = $(subst a,A,$(subst b,B,$(1)))
pick = $(if $(filter $(1),$(MODES)),yes,no)
LABEL := $(call upper,abacus) $(call pick,fast)
HOST := $(shell uname -s 2>/dev/null || echo none)
override WARN = -Wextra
FIRST := $(firstword $(MODES))
LAST := ${FIRST}
HOME_DIR := $$HOME
JOINED := $(join a b,.x .y) $(addprefix lib/,$(addsuffix .a,$(MODES)))
SOURCE_OF := $(origin WARN) $(flavor TOOLS)
CHOICE := $(or $(UNSET),$(and $(MODES),set),none)

define tool_rule =
tool-$(1): tool.c
	$$(CC) -DMODE_$(1) -o $$@ $$<
endef

$(foreach m,$(MODES),$(eval $(call tool_rule,$(m))))
$(info building $(LABEL) on $(HOST))

ifeq (,$(strip $(MODES)))
$(error MODES must not be empty)
endif

ifeq ($(OS),Windows_NT)
  EXE = .exe
  ifdef MSYS
    SEP = /
  endif
else
  EXE =
endif

.SUFFIXES:
.SUFFIXES: .in .out
.in.out:
	cp $< $@

.SECONDARY: $(TOOLS)
.DELETE_ON_ERROR:

# Grouped targets made by one recipe.
table.c table.h &: table.def gen.awk
	awk -f gen.awk table.def
	@printf '%s\n' "made $(@F) in $(@D)"

libtide.a(high.o low.o): libtide.a(%.o): %.o
	$(AR) r $@ $%

objects = high.o low.o
$(objects): %.o: %.c
	$(CC) -c $(WARN) $< -o $*.o

archive: libtide.a ; @echo packed
	+$(MAKE) -C sub $(MAKECMDGOALS)

.PHONY: tools stats
tools: $(TOOLS)
	# a shell comment in a recipe
	@echo built: $?
	@echo newer: $(^F)

stats: private_flag = 1
stats:
	@wc -l *.c | sort -n | tail -n 1
	@awk '{ n += NF } END { print n }' table.def
	-@test -f missing && echo "found it"
	@if [ -n "$(EXE)" ]; then \
		echo "exe"; \
	else \
		echo "plain"; \
	fi

undefine LAST
sinclude local.mk
