#!/usr/bin/env bash
# quantities.sh: the rooms above the registry tell objectives and games apart by their units, and name them by their quantities (base/quantity.h).
#
# Found are (1) questions that ask which objective or game there is: its index, its name, its const struct; and (2) words of one game in texts.
# Names that scripts use stay as they are: keys of an ini and its values (section.key=value), columns of tables, members of JSON, --pieces.
. "$(dirname "$0")/shell.sh" && cd "$root" || exit 1

# Question marks of (1), in code without comments.
questions='\bhas_meta\b|\bobjective\.kind\s*(?:[=!]=|[<>])|\bkinds_of\s*\([^;]*\)\s*[=!]='
questions+='|\bgame_ntris\b|\bNTRIS_|"systems/ntris/'
questions+='|\bstrn?cmp\s*\([^;]*\b(?:kind|game|agent|optimiser)->name\b|\bgame_tetris\b|\bTETRIS_|"game/tetris/'
questions+='|\b(?:kind|game|agent|optimiser)\s*[=!]=\s*&'

# Words of (2), of which the whole word counts: total_pieces is none of them.
words='rows|pieces|tetris|cs3243'

# A verb that is about one game may name it and what it is played with.
own='^src/systems/\w+/(placements|verb_solve|verb_dropblox|dropblox\w*)\.'

rooms='src/file src/config src/store src/analysis src/charts src/run src/cli bench'

find_words='
    s{("(?:\\.|[^"\\\n])*")|/\*.*?\*/|//[^\n]*}{ $1 // "\n" x ($& =~ tr/\n//) }gse;
    while (/"((?:\\.|[^"\\\n])*)"/g) {
        my ($text, $before, $line) = ($1, substr($_, 0, $-[0]), 1);
        $line += ($before =~ tr/\n//);
        $text =~ s/--pieces\b//g;
        next if $text !~ /\b(?:$ENV{words})\b/i;
        next if $before =~ /\b(?:json|record)_\w+\(\s*&?\w+,\s*$/;                        # a member, a column
        next if $before =~ /#\s*define\s+TABLES_\w+\s+$/;                                  # the name of a column
        next if $before =~ /\btsv_numbers\(\s*&?\w+,\s*$/;                                  # a column that is read
        next if $text =~ /^[\w%.]+(?:(?:,|\\t)[\w%.]+)+,?(?:\\n)?$/;                       # the first line of a table
        next if $text =~ /\b\w+\.\w+=/;                                                     # text of an ini
        print "$ARGV:$line: \"$text\"\n";
    }'

find_questions='
    s{("(?:\\.|[^"\\\n])*")|/\*.*?\*/|//[^\n]*}{ $1 // "\n" x ($& =~ tr/\n//) }gse;
    while (/$ENV{questions}/g) { my $line = 1 + (substr($_, 0, $-[0]) =~ tr/\n//); print "$ARGV:$line: $&\n" }'

check() { # FOLDER: a line for every offence: file, line, text
    cd "$1" || return
    # shellcheck disable=SC2086
    find $rooms -name '*.[ch]' 2>/dev/null | grep -vE "$own" | sort | questions=$questions xargs -r perl -0777 -ne "$find_questions"
    # shellcheck disable=SC2086
    find $rooms -name '*.[ch]' 2>/dev/null | grep -vE "$own" | sort | words=$words xargs -r perl -0777 -ne "$find_words"
}

offences=$(check .)
none "$offences" "no room above the registry asks which objective or game there is, or speaks of one game"

# The test has teeth: each of these, planted in a copy, is found; and what is allowed is not.
plant() { # found|allowed FILE TEXT
    rm -rf "$work/copy" && mkdir -p "$work/copy/$(dirname "$2")"
    printf '%s\n' "$3" >"$work/copy/$2"
    local result=allowed
    [ "$(cd "$work/copy" && check . | grep -c "^$2:1:")" = 0 ] || result=found
    is $result "$1" "$1 in $2: $3"
}
plant found src/run/planted.c 'bool f(const Config *c) { return c->has_meta; }'
plant found src/cli/planted.c 'bool f(const Config *c) { return c->objective.kind == 0; }'
plant found src/charts/planted.c 'bool f(const Config *c) { return c->objective.kind > 0; }'
plant found src/run/planted.c 'bool f(const Config *c) { return kinds_of(c->objective.kind, false) == kinds_of(0, false); }'
plant found src/run/planted.c 'bool f(const Config *c) { return strcmp(c->kind->name, "meta search") == 0; }'
plant found src/analysis/planted.c 'bool f(const Config *c) { return strcmp(c->game->name, "catch") == 0; }'
plant found src/config/planted.c 'bool f(const Config *c) { return c->game == &game_catch; }'
plant found bench/planted.c 'const Game *game = &game_tetris;'
plant found src/cli/planted.c 'void f(int64_t n) { printf("%" PRId64 " rows\n", n); }'
plant found src/run/planted.c 'void f(void) { puts("pieces/s"); }'
plant found src/store/planted.c 'const char *const game = "tetris";'
plant found src/cli/planted.c 'void f(void) { puts("trains Tetris controllers"); }'
plant found bench/planted.c 'const char *const set = "cs3243";'
plant found src/config/planted.c 'static const Param p = {.standard = "cs3243"};'
plant allowed src/run/planted.c '/* rows of Tetris, c->has_meta */ int pieces;'
plant allowed src/run/planted.c 'void f(Json *j) { json_real(j, "pieces", 1); }'
plant allowed src/cli/planted.c 'void f(Record *r) { record_int(r, "rows", 1); }'
plant allowed src/cli/planted.c 'void f(void) { printf("mean\tsem\tgames\tpieces\tmedian\n"); }'
plant allowed bench/planted.c 'void f(FILE *out) { fprintf(out, "engine,games,pieces,seconds,"); }'
plant allowed bench/planted.c 'static const char s[] = "objective.max_pieces=400 agent.features=cs3243";'
plant allowed src/run/planted.c 'void f(void) { puts("objective.max_pieces"); }'
plant allowed src/cli/planted.c 'bool f(const Config *c) { return c->kind->tunes && config_traits(c)->noisy; }'
plant allowed src/systems/stack/verb_solve.c 'const char *const game = "tetris";'
plant allowed src/game/planted.c 'const char *const name = "tetris";'
exit $failed
