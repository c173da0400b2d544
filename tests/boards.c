#include "tests/boards.h"
#include "tests/helpers.h"

TetrisRules board_rules(int width, int height)
{
    TetrisRules rules = {0};
    param_defaults(game_tetris.params, &rules);
    rules.width = width;
    rules.height = height;
    return rules;
}

void board_pieces(TetrisRules *rules, const char *pieces, const char *weights)
{
    set_option(game_tetris.params, rules, "pieces", pieces);
    set_option(game_tetris.params, rules, "piece_weights", weights);
}

int board_feature(const char *name)
{
    for (int f = 0; f < game_tetris.n_features; f++)
        if (strcmp(game_tetris.features[f].name, name) == 0) return f;
    fail_msg("tetris has no feature %s", name);
    return -1;
}

static bool row_fits(const TetrisRules *rules, const char *row)
{
    size_t width = (size_t)rules->width;
    return row[0] == '|' && strspn(row + 1, ".#") == width && row[width + 1] == '|' && strchr("\r\n", row[width + 2]) != NULL;
}

/* Pushes a row in from above: what is there moves up. */
static void push_row(const TetrisRules *rules, TetrisState *s, const char *row)
{
    if (!row_fits(rules, row)) fail_msg("not a row of %d columns: %s", rules->width, row);
    for (int y = rules->height; y > 0; y--) memcpy(s->cell[y], s->cell[y - 1], sizeof s->cell[y]);
    for (int x = 0; x < rules->width; x++) {
        s->cell[0][x] = row[x + 1] == '#';
        if (s->top[x] > 0 || s->cell[0][x]) s->top[x]++;
        if (s->top[x] > rules->height) fail_msg("more than %d rows", rules->height);
    }
}

void board_clear(TetrisState *s)
{
    memset(s, 0, sizeof *s);
    s->piece = s->next = TETRIS_NO_PIECE;
}

void board_draw(const TetrisRules *rules, TetrisState *s, const char *text)
{
    board_clear(s);
    s->bag = tetris_bag(rules);
    for (; *text != '\0'; text = strchr(text, '\n') + 1) push_row(rules, s, text);
}

/* A file. piece: of the move, TETRIS_NO_PIECE: there is none. */
typedef struct {
    const char *path;
    TetrisRules rules;
    TetrisState before, after;
    int piece;
    Move move;
} BoardFile;

/* The move made through the game must lead to the board that was drawn. */
static void make_move(BoardFile *b)
{
    TetrisState made = b->before;
    game_tetris.happen(&b->rules, &made, b->piece);
    b->before = made;
    game_tetris.apply(&b->rules, &made, b->move);
    if (!board_equal(&b->rules, &made, &b->after)) {
        board_show("drawn", &b->rules, &b->after);
        board_show("made by the move", &b->rules, &made);
        fail_msg("%s: the move leads to another board", b->path);
    }
    b->after = made;
}

/* A line of a feature. */
static void check_value(const BoardFile *b, const char *line, int *looked)
{
    char name[64];
    double expected;
    if (sscanf(line, "%63s = %lf", name, &expected) != 2) fail_msg("%s: what is this: %s", b->path, line);
    const int feature = board_feature(name);
    const double value = game_tetris.value(&b->rules, feature, &b->before, &b->after);
    looked[feature]++;
    if (value == expected) return;
    board_show("before", &b->rules, &b->before);
    board_show("after", &b->rules, &b->after);
    fail_msg("%s: %s is %.17g, by hand %.17g", b->path, name, value, expected);
}

void board_check(const char *path, int *looked)
{
    BoardFile b = {.path = path, .piece = TETRIS_NO_PIECE};
    char line[400], letter;
    int width, height, orientation, column, values = 0;
    TetrisState *drawn = NULL;
    board_clear(&b.before);
    board_clear(&b.after);
    FILE *f = fopen(path, "r");
    if (f == NULL) fail_msg("%s: cannot be read", path);
    while (fgets(line, sizeof line, f) != NULL) {
        if (line[0] == ';' || line[0] == '\n') continue;
        if (values > 0 || (drawn == &b.after && line[0] != '|')) {
            if (values++ == 0 && b.piece != TETRIS_NO_PIECE) make_move(&b);
            check_value(&b, line, looked);
        } else if (line[0] == '|' && drawn != NULL)
            push_row(&b.rules, drawn, line);
        else if (sscanf(line, "size %d %d", &width, &height) == 2)
            b.rules = board_rules(width, height);
        else if (sscanf(line, "move %c %d %d", &letter, &orientation, &column) == 3) {
            b.piece = game_tetris.letter(&b.rules, letter);
            assert_true(b.piece >= 0);
            b.move = tetris_move(orientation, column);
        } else if (strcmp(line, "before\n") == 0)
            drawn = &b.before;
        else if (strcmp(line, "after\n") == 0)
            drawn = &b.after;
        else
            fail_msg("%s: what is this: %s", path, line);
    }
    fclose(f);
    if (values == 0) fail_msg("%s: shows nothing", path);
}

bool board_equal(const TetrisRules *rules, const TetrisState *a, const TetrisState *b)
{
    for (int y = 0; y <= rules->height; y++)
        for (int x = 0; x < rules->width; x++)
            if (a->cell[y][x] != b->cell[y][x] || a->top[x] != b->top[x]) return false;
    return true;
}

void board_show(const char *title, const TetrisRules *rules, const TetrisState *s)
{
    char text[1000];
    game_tetris.text(rules, s, text, sizeof text);
    fprintf(stderr, "%s:\n%s", title, text);
}
