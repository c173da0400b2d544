/* position.c. Reads what a user brings of a game. */
#include "cli/position.h"

#include "base/mem.h"
#include "base/text.h"
#include "cli/verbs.h"
#include "file/message.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- pieces ---- */

static PieceList *add_list(PieceLists *all)
{
    all->list = mem_grow(all->list, &all->room, all->n + 1, sizeof *all->list);
    all->list[all->n] = (PieceList){0};
    return &all->list[all->n++];
}

static void add_piece(PieceList *l, int piece)
{
    l->piece = mem_grow(l->piece, &l->room, l->n + 1, sizeof *l->piece);
    l->piece[l->n++] = piece;
}

/* The outcome that a letter names in this game, small or large; -1: none. */
static int letter_piece(const Config *c, char letter)
{
    const int exact = c->game->letter(c->rules, letter);
    return exact >= 0 ? exact : c->game->letter(c->rules, (char)toupper((unsigned char)letter));
}

/* Whether what was given is a list itself: it names no file, and consists of pieces. */
static bool is_list(const Config *c, const char *given)
{
    if (files_exists(given)) return false;
    while (*given != '\0' && letter_piece(c, *given) >= 0) given++;
    return *given == '\0';
}

#define OTHER_DIGITS "; a first line such as 'order IOTLJSZ' says otherwise"

int pieces_read(PieceLists *all, const Config *c, const char *given, bool each_line, bool quiet)
{
    static const char between[] = " \t\r\n\f\v,;[](){}\"'";
    char order[16] = "", digits[128] = "", means[10];
    size_t size = strlen(given);
    OWNED char *text = is_list(c, given) ? mem_text(given) : verbs_text(given, &size);
    if (text == NULL) return STATUS_NO_INPUT;
    for (char *at = text; (at = strchr(at, '#')) != NULL;) memset(at, ' ', strcspn(at, "\n"));
    size_t i = strspn(text, between);
    Text letters = text_in(order, sizeof order), said = text_in(digits, sizeof digits);
    if (strncmp(text + i, "order", 5) == 0) {
        for (i += 5; strchr("\n0123456789", text[i]) == NULL; i++)
            if (isalpha((unsigned char)text[i])) text_add(&letters, "%c", text[i]);
    } else
        i = 0;
    const int first = order[0] != '\0' && strchr(text + i, '0') == NULL;
    for (int d = 0; d < 10; d++) {
        means[d] = order[0] == '\0' ? game_letter(c->game, c->rules, c->game->letter(c->rules, (char)('0' + d)))
                   : d >= first     ? order[d - first]
                                    : '\0';
        if (isdigit((unsigned char)means[d])) means[d] = '\0'; /* a piece without a letter needs no explanation */
        if (means[d] != '\0') text_add(&said, "%s%d = %c", said.used > 0 ? ", " : "", d, means[d]);
    }
    bool counted = false; /* there are digits */
    PieceList *l = each_line ? NULL : add_list(all);
    for (int line = 1; i < size; i++) {
        line += text[i] == '\n';
        if (text[i] == '\n' && each_line) l = NULL;
        if (text[i] != '\0' && strchr(between, text[i]) != NULL) continue;
        const bool digit = isdigit((unsigned char)text[i]);
        const int got = letter_piece(c, digit && order[0] != '\0' ? means[text[i] - '0'] : text[i]);
        if (got < 0)
            return verb_fail(STATUS_DATA, "%s:%d: '%c': is no piece of this game; must be %s%s%s", given, line, text[i],
                             digits[0] != '\0' ? "one of its letters, or a digit: " : c->game->letters, digits,
                             digit && digits[0] != '\0' && order[0] == '\0' ? OTHER_DIGITS : "");
        if (l == NULL) l = add_list(all);
        add_piece(l, got);
        counted = counted || digit;
    }
    if (counted && digits[0] != '\0' && !quiet)
        fprintf(stderr, "%s: digits: %s%s\n", given, digits, order[0] == '\0' ? OTHER_DIGITS : "");
    return all->n > 0 ? STATUS_OK : verb_fail(STATUS_DATA, "%s: has no list for --pieces", given);
}

void pieces_free(PieceLists *all)
{
    for (int i = 0; i < all->n; i++) free(all->list[i].piece);
    free(all->list);
    *all = (PieceLists){0};
}

/* ---- a board ---- */

/* Takes the cells out of a line, in place, and returns how many: what stands between bars or brackets, without signs that part
 * columns, and without a frame of another sign. 0: the line has none, as that of a floor. */
static int take_cells(char *line, int width)
{
    char *from = strpbrk(line, "|["), *end = line + strlen(line);
    int n = 0;
    bool parted = true, floor = strpbrk(line, "+-=") != NULL; /* parted: by blanks, every other character */
    for (char *bar = from; bar != NULL && (bar = strpbrk(bar + 1, "|]")) != NULL;) end = bar;
    for (const char *c = from != NULL ? from : line; c < end; c++) {
        if (strchr("|[],\"\r", *c) != NULL) continue;
        parted = parted && (n % 2 == 1) == (*c == ' ');
        floor = floor && strchr(" +-=", *c) != NULL;
        line[n++] = *c;
    }
    if (parted && n > width) {
        n = (n + 1) / 2;
        for (int i = 1; i < n; i++) line[i] = line[2 * i];
    }
    if (!floor && n == width + 2 && line[0] == line[n - 1] && line[0] != '.') {
        floor = strspn(line, (char[]){line[0], '\0'}) >= (size_t)n;
        memmove(line, line + 1, (size_t)(n -= 2));
    }
    return floor ? 0 : n;
}

/* Whether a line is no row but words behind a single #. Cells look so only where one # stands before blanks and letters. */
static bool is_comment(const char *line)
{
    const size_t blanks = line[0] == '#' ? strspn(line + 1, " ") : 0;
    return blanks > 0 && isalpha((unsigned char)line[1 + blanks]) && strchr(line + 1, '#') == NULL;
}

/* The bytes of the sign, in UTF-8, at the start of n. */
static int sign_bytes(const char *at, int n)
{
    int bytes = 1;
    while (bytes < n && (at[bytes] & 0xc0) == 0x80) bytes++;
    return bytes;
}

/* Writes the signs of Unicode that people draw boards with as those of ASCII, in place: a frame's lines, empty and full squares.
 * Others, such as a black square, which is full for some and empty for others, stay. */
static void write_plainly(char *text)
{
    static const struct {
        const char *signs, *plain; /* plain "": left out */
    } row[] = {{"│┃║", "|"},
               {"─━═┌┐└┘┏┓┗┛╔╗╚╝╩╦╧╤┴┬╭╮╰╯", "+"},
               {"⬜□▢◻◽░·∙", "."},
               {"█■▇▆▓▒◼◾▣🟥🟧🟨🟩🟦🟪🟫", "#"},
               {"\ufe0f", ""}}; /* "as a picture", behind a sign */
    char *out = text, sign[5];
    for (const char *at = text; *at != '\0'; at += strlen(sign)) {
        snprintf(sign, sizeof sign, "%.*s", sign_bytes(at, (int)strnlen(at, 4)), at);
        const char *plain = sign;
        for (size_t i = 0; sign[1] != '\0' && i < sizeof row / sizeof *row; i++)
            if (strstr(row[i].signs, sign) != NULL) plain = row[i].plain;
        memcpy(out, plain, strlen(plain));
        out += strlen(plain);
    }
    *out = '\0';
}

int board_read(const Config *c, const char *path, void *state)
{
    const GameView *view = c->game->view;
    int width, height, y = 0, number = 1;
    if (view == NULL || view->fill == NULL) return verb_fail(STATUS_USAGE, "--board: the game %s takes no board", c->game->name);
    OWNED char *text = verbs_text(path, NULL);
    if (text == NULL) return STATUS_NO_INPUT;
    write_plainly(text);
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++) number++;
    view->size(c->rules, &width, &height);
    const int words = (width + 31) / 32;
    OWNED uint32_t *bits = mem_new((size_t)(height * words), sizeof *bits);
    for (char *line = text; line != NULL; number--) { /* the lowest row first */
        char *end = strrchr(text, '\n');
        line = end != NULL ? end + 1 : text;
        const bool written = *line != '\0' && *line != '\r';
        const int n = is_comment(line) ? 0 : take_cells(line, width);
        int filled = 0;
        for (int x = 0; x < n; x++) {
            if (!isalnum((unsigned char)line[x]) && strchr("# .*@_", line[x]) == NULL)
                return verb_fail(STATUS_DATA,
                                 "%s:%d: '%.*s': must be . _ 0 or blank for an empty cell, # or a letter for another", path,
                                 number, sign_bytes(line + x, n - x), line + x);
            if (strchr(" ._0", line[x]) != NULL) continue;
            if (x >= width || y >= height)
                return verb_fail(STATUS_DATA,
                                 "%s:%d: a filled cell in %s %d, and the board has only %d: --set game.%s sets how many", path,
                                 number, x >= width ? "column" : "row", (x >= width ? x : y) + 1, x >= width ? width : height,
                                 x >= width ? "width" : "height");
            bits[y * words + x / 32] |= UINT32_C(1) << x % 32;
            filled++;
        }
        if (filled == width) return verb_fail(STATUS_DATA, "%s:%d: a full row, which would have been cleared", path, number);
        y += n > 0 || (y > 0 && !written);
        if (end == NULL) break;
        *end = '\0';
    }
    view->fill(c->rules, bits, state);
    return STATUS_OK;
}

/* ---- moves ---- */

int moves_read(Tsv *table, PieceLists *pieces, const Config *c, const char *path)
{
    Errors errors = {0};
    int status = (int)tsv_read(table, path, '\t', &errors);
    if (status == STATUS_NO_INPUT && errors.n == 0) errors_add(&errors, "%s: there is no such file", path);
    if (table->unfinished) errors_add(&errors, "%s: the last line has no end", path), status = STATUS_DATA;
    const int column = status == STATUS_OK && pieces->n == 0 ? tsv_column(table, "piece") : -1;
    for (int i = 0; column >= 0 && i < table->rows && status == STATUS_OK; i++) {
        const char *text = tsv_cell(table, i, column);
        const int piece = strlen(text) == 1 ? letter_piece(c, text[0]) : -1;
        if (piece < 0) {
            errors_add(&errors, "%s:%d: piece '%s': must be %s", path, table->line[i], text, c->game->letters);
            status = STATUS_DATA;
        }
        add_piece(i > 0 ? pieces->list : add_list(pieces), piece);
    }
    message_errors(&errors, "");
    return status;
}

/* A Record that compares the cells of a move with a row of a table. */
typedef struct {
    Record record;
    const Tsv *table;
    const Config *c;
    int row;
    bool differs;
    Text names; /* of the cells */
} Compared;

static void compare_cell(Record *r, const char *name, const char *text)
{
    Compared *m = (Compared *)r;
    const int column = tsv_column(m->table, name);
    const char *given = column >= 0 ? tsv_cell(m->table, m->row, column) : text;
    const bool same = strlen(given) == 1 && letter_piece(m->c, given[0]) == atoi(text); /* a letter may stand for its number */
    m->differs = m->differs || !(same || strcmp(given, text) == 0);
    text_add(&m->names, "%s%s", m->names.used > 0 ? ", " : "", name);
}

int moves_find(const Tsv *table, int row, const Config *c, const void *state, Move *move)
{
    OWNED Move *moves = mem_new((size_t)c->game->moves_max, sizeof *moves);
    const int n = c->game->moves(c->rules, state, moves);
    int found = 0;
    char names[256];
    for (int i = 0; i < n; i++) {
        Compared m = {.record = {.cell = compare_cell}, .table = table, .c = c, .row = row};
        m.names = text_in(names, sizeof names);
        c->game->trace(c->rules, state, moves[i], &m.record);
        if (!m.differs) *move = moves[i];
        found += !m.differs;
    }
    if (found == 1) return STATUS_OK;
    if (found > 1)
        return verb_fail(STATUS_DATA, "%s:%d: does not say which move: must have the columns %s", table->path, table->line[row],
                         names);
    return verb_fail(STATUS_DATA, "%s:%d: %s: --moves prints all moves, with the columns that name them", table->path,
                     table->line[row], n == 0 ? "no move is left" : "this move is not possible here");
}
