/* dropblox.c. Room cli. Reads and writes the states of Dropblox, with libjansson where the program was built with it. */
#include "systems/ntris/dropblox.h"

#include "base/mem.h"
#include "base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#ifdef WITH_JANSSON

#include <jansson.h>

/* A state that is being read. */
typedef struct {
    const char *path; /* the state's name in messages; borrowed, as errors is */
    Errors *errors;
} ReadState;

bool dropblox_available(void)
{
    return true;
}

/* ---- reading ---- */

/* Adds a sentence about the state. Returns false. */
__attribute__((format(printf, 2, 3))) static bool refuse(ReadState *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    OWNED char *why = text_new_v(format, args);
    va_end(args);
    errors_add(r->errors, "%s: %s", r->path, why);
    return false;
}

/* The member `key` of an object, which must have this type (noun: in words). If not, errors says so and NULL is returned.
 * where: what the message calls the object. */
static const json_t *member(ReadState *r, const json_t *object, const char *where, const char *key, json_type type,
                            const char *noun)
{
    const json_t *value = json_object_get(object, key);
    if (value != NULL && json_typeof(value) == type) return value;
    refuse(r, "%s%s: %s: must be %s", where, key, value == NULL ? "is missing" : "has another type", noun);
    return NULL;
}

/* Reads member `key` of an object, a whole number lo .. hi. where and part: what the message calls the object. */
static bool read_number(ReadState *r, const json_t *object, const char *where, const char *part, const char *key, int lo, int hi,
                        int *out)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value) || json_integer_value(value) < lo || json_integer_value(value) > hi)
        return refuse(r, "%s%s%s: must be a whole number %d..%d", where, part, key, lo, hi);
    *out = (int)json_integer_value(value);
    return true;
}

/* Reads one row of the bitmap. A cell is a number or a truth value; 0 and false are empty. */
static bool read_row(ReadState *r, const json_t *row, int number, unsigned *bits)
{
    *bits = 0;
    if (!json_is_array(row) || json_array_size(row) != NTRIS_WIDTH)
        return refuse(r, "bitmap[%d]: must be a list of %d cells", number, NTRIS_WIDTH);
    for (size_t x = 0; x < NTRIS_WIDTH; x++) {
        const json_t *cell = json_array_get(row, x);
        if (!json_is_number(cell) && !json_is_boolean(cell))
            return refuse(r, "bitmap[%d][%zu]: must be a number, 0 where the cell is empty", number, x);
        const bool filled = json_is_number(cell) ? json_number_value(cell) != 0 : json_is_true(cell);
        *bits |= (unsigned)filled << x;
    }
    return true;
}

static bool read_bitmap(ReadState *r, const json_t *root, NtrisState *s)
{
    const json_t *bitmap = member(r, root, "", "bitmap", JSON_ARRAY, "a list of 33 rows");
    if (bitmap == NULL) return false;
    if (json_array_size(bitmap) != NTRIS_ROWS)
        return refuse(r, "bitmap: has %zu rows: must have %d", json_array_size(bitmap), NTRIS_ROWS);
    for (int row = NTRIS_ROWS - 1; row >= 0; row--) {
        unsigned bits;
        if (!read_row(r, json_array_get(bitmap, (size_t)row), row, &bits)) return false;
        if (bits == rows_full(NTRIS_WIDTH))
            return refuse(r, "bitmap[%d]: is full: must have an empty cell, since full rows disappear", row);
        rows_set(s->word, ntris_y(row), bits);
        if (bits != 0) s->top = (int8_t)row;
    }
    return true;
}

/* Reads a block, placed at its centre. where: what messages call it, with a dot at the end. */
static bool read_block(ReadState *r, const json_t *block, const char *where, NtrisBlock *out)
{
    enum { FAR = 100 }; /* beyond any offset of a block */
    int i[NTRIS_SIZES], j[NTRIS_SIZES], row = 0, column = 0;
    const json_t *center = member(r, block, where, "center", JSON_OBJECT, "an object of i and j");
    const json_t *offsets = member(r, block, where, "offsets", JSON_ARRAY, "a list of objects of i and j");
    if (center == NULL || offsets == NULL) return false;
    if (!read_number(r, center, where, "center.", "i", 0, NTRIS_ROWS - 1, &row)) return false;
    if (!read_number(r, center, where, "center.", "j", 0, NTRIS_WIDTH - 1, &column)) return false;
    const size_t n = json_array_size(offsets);
    if (n < 1 || n > NTRIS_SIZES) return refuse(r, "%soffsets: has %zu cells: must have 1..%d", where, n, NTRIS_SIZES);
    for (size_t k = 0; k < n; k++) {
        const json_t *offset = json_array_get(offsets, k);
        if (!read_number(r, offset, where, "offsets.", "i", -FAR, FAR, &i[k])) return false;
        if (!read_number(r, offset, where, "offsets.", "j", -FAR, FAR, &j[k])) return false;
    }
    if (!ntris_find(i, j, (int)n, out))
        return refuse(r, "%soffsets: are no block: must be different cells that hang together, the centre in their box", where);
    *out = ntris_at(*out, row, column);
    return true;
}

/* Reads the blocks. The current one must be able to come to rest, those that are shown must lie on the board. */
static bool read_blocks(ReadState *r, const json_t *root, NtrisState *s)
{
    const NtrisState empty = {.top = NTRIS_ROWS};
    Move move[NTRIS_MOVES_MAX];
    const json_t *block = member(r, root, "", "block", JSON_OBJECT, "an object of center and offsets");
    const json_t *preview = member(r, root, "", "preview", JSON_ARRAY, "a list of blocks");
    if (block == NULL || preview == NULL) return false;
    if (!read_block(r, block, "block.", &s->queue[0])) return false;
    if (json_array_size(preview) > NTRIS_PREVIEW_MAX)
        return refuse(r, "preview: has %zu blocks: must have at most %d", json_array_size(preview), NTRIS_PREVIEW_MAX);
    s->known = (uint8_t)(1 + json_array_size(preview));
    for (size_t k = 0; k + 1 < s->known; k++) {
        NtrisBlock *b = &s->queue[k + 1];
        if (!read_block(r, json_array_get(preview, k), "preview.", b)) return false;
        if (!ntris_fits(&empty, *b, 0, b->row, b->column))
            return refuse(r, "preview[%zu]: lies outside the board: must lie where the block appears", k);
    }
    ntris_begin_line(s);
    if (!ntris_fits(s, s->queue[0], 0, s->queue[0].row, s->queue[0].column))
        return refuse(r, "block: overlaps filled cells or a wall: must lie on empty cells");
    const NtrisRules rules = {.preview = NTRIS_PREVIEW_MAX};
    return game_ntris.moves(&rules, s, move) > 0 || refuse(r, "block: cannot come to rest on the board: must have a way down");
}

static bool read_root(ReadState *r, const json_t *root, NtrisState *s)
{
    int score = 0;
    if (!json_is_object(root)) return refuse(r, "is no state: must be an object of bitmap, block, preview, score and state");
    if (member(r, root, "", "state", JSON_STRING, "a text") == NULL) return false;
    if (!read_number(r, root, "", "", "score", 0, 1000000000, &score)) return false;
    s->points = score;
    return read_bitmap(r, root, s) && read_blocks(r, root, s);
}

bool dropblox_read(const char *path, const char *text, size_t size, NtrisState *out, Errors *errors)
{
    const NtrisRules rules = {.preview = NTRIS_PREVIEW_MAX};
    ReadState r = {.path = path, .errors = errors};
    json_error_t why;
    json_t *root = json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &why);
    game_ntris.start(&rules, 0, out);
    if (root == NULL) {
        errors_add(errors, "%s:%d: is no JSON: %s", path, why.line, why.text);
        return false;
    }
    const bool good = read_root(&r, root, out);
    json_decref(root);
    assert(good == (errors->n == 0));
    return good;
}

/* ---- writing ---- */

static json_t *position(int i, int j)
{
    return json_pack("{s:i,s:i}", "i", i, "j", j);
}

static json_t *block_object(NtrisBlock b)
{
    const NtrisShape shape = ntris_shape(b, 0);
    json_t *offsets = json_array();
    for (int k = 0; k < shape.height * shape.width; k++) {
        const int i = k / shape.width, j = k % shape.width;
        if (shape.row[i] >> j & 1) json_array_append_new(offsets, position(i - shape.up, j - shape.left));
    }
    return json_pack("{s:o,s:o}", "center", position(b.row, b.column), "offsets", offsets);
}

char *dropblox_write(const NtrisState *s)
{
    json_t *bitmap = json_array(), *preview = json_array();
    assert(s->known >= 1);
    for (int row = 0; row < NTRIS_ROWS; row++) {
        json_t *cells = json_array();
        for (int x = 0; x < NTRIS_WIDTH; x++) json_array_append_new(cells, json_integer(rows_filled(s->word, x, ntris_y(row))));
        json_array_append_new(bitmap, cells);
    }
    for (int i = 1; i < s->known; i++) json_array_append_new(preview, block_object(s->queue[i]));
    json_t *root = json_pack("{s:s,s:I,s:o,s:o,s:o}", "state", "playing", "score", (json_int_t)s->points, "bitmap", bitmap,
                             "block", block_object(s->queue[0]), "preview", preview);
    char *made = json_dumps(root, JSON_COMPACT), *text = mem_text(made);
    assert(text != NULL);
    free(made);
    json_decref(root);
    return text;
}

#else

bool dropblox_available(void)
{
    return false;
}

bool dropblox_read(const char *path, const char *text, size_t size, NtrisState *out, Errors *errors)
{
    (void)text, (void)size, (void)out;
    errors_add(errors, "%s: cannot be read: this program was built without libjansson", path);
    return false;
}

char *dropblox_write(const NtrisState *s)
{
    (void)s;
    return mem_text("");
}

#endif
