/* drawn.c. Plays games by random moves, and compares what is drawn of them with what they are. */
#include "tests/drawn.h"

#include "picture/fumen.h"
#include "tests/helpers.h"

void playing_begin(Playing *p, const Game *game, uint64_t seed, const char *key, const char *value)
{
    *p = (Playing){.game = game,
                   .rules = options_new(game->params, game->rules_bytes, ""),
                   .state = mem_new(1, game->state_bytes),
                   .before = mem_new(1, game->state_bytes),
                   .move = mem_new((size_t)game->moves_max, sizeof(Move))};
    if (key != NULL) set_option(game->params, p->rules, key, value);
    game->start(p->rules, seed, p->state);
    rng_stream(&p->rng, seed);
    scene_start(&p->scene, game, p->rules);
}

void playing_end(Playing *p)
{
    scene_free(&p->scene);
    free(p->rules), free(p->state), free(p->before), free(p->move);
}

bool playing_draw(Playing *p)
{
    p->game->chance(p->rules, p->state);
    scene_show(&p->scene, p->state);
    return !p->game->over(p->state);
}

bool playing_move(Playing *p)
{
    int n = p->game->moves(p->rules, p->state, p->move);
    assert_true(n > 0);
    const Move chosen = p->chosen = p->move[rng_below(&p->rng, (uint32_t)n)];
    memcpy(p->before, p->state, p->game->state_bytes);
    p->game->apply(p->rules, p->state, chosen);
    return scene_move(&p->scene, p->before, chosen);
}

/* The cells of the scene that are not empty are those that the text of the game shows as #. */
static void assert_same_board(const Playing *p)
{
    char text[SCENE_TEXT_MAX];
    p->game->text(p->rules, p->state, text, sizeof text);
    const char *line = text;
    for (int y = 0; y < p->scene.height; y++, line = strchr(line, '\n') + 1)
        for (int x = 0; x < p->scene.width; x++)
            assert_int_equal((p->scene.cell[y * p->scene.width + x] & SCENE_COLOUR) != 0, line[1 + x] == '#');
}

int scene_count(const Scene *s, int mark)
{
    int n = 0;
    for (int i = 0; i < s->width * s->height; i++) n += (s->cell[i] & mark) != 0;
    return n;
}

void follow_scene(const Game *game, const char *key, const char *value)
{
    int cleared = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        CLOSED(playing_end) Playing p;
        playing_begin(&p, game, seed, key, value);
        while (playing_draw(&p)) {
            Tally before = game->tally(p.state);
            bool full = playing_move(&p);
            int rows = (int)(game->tally(p.state).score - before.score);
            assert_int_equal(full, rows > 0);
            assert_int_equal(scene_count(&p.scene, SCENE_FULL), rows * p.scene.width);
            assert_int_equal(scene_count(&p.scene, SCENE_NEW), 4);
            scene_settle(&p.scene);
            assert_same_board(&p);
            cleared += rows;
        }
        assert_true(p.scene.over);
    }
    assert_true(cleared > 0);
}

/* ---- fumens ---- */

/* A reader of fumens of its own, as the format is documented: what its board is after each page. */
typedef struct {
    const char *at;    /* the next digit */
    int board[24][10]; /* rows from the top, the last one below the floor */
    int repeats;       /* pages that are still to come without a board of their own */
} FumenReader;

static int read_digits(FumenReader *r, int n)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    int value = 0;
    for (int i = 0, place = 1; i < n; i++, place *= 64) {
        if (*r->at == '?') r->at++;
        const char *letter = strchr(letters, *r->at++);
        assert_true(letter != NULL && *letter != '\0');
        value += place * (int)(letter - letters);
    }
    return value;
}

static void read_board(FumenReader *r)
{
    if (r->repeats > 0) {
        r->repeats--;
        return;
    }
    for (int cell = 0; cell < 240;) {
        const int value = read_digits(r, 2), difference = value / 240 - 8;
        if (value == 9 * 240 - 1) r->repeats = read_digits(r, 1);
        for (int i = 0; i <= value % 240; i++, cell++) r->board[cell / 10][cell % 10] += difference;
        assert_true(cell <= 240);
    }
}

/* The pieces ILOZTJS, each with its turns: three rows, the top one first, and where in them the position of a page is. */
static const struct {
    const char *rows[3];
    int x, y; /* y from the top */
} fumen_pieces[7][4] = {{{{"####"}, 2, 0}, {{"#", "#", "#"}, 0, 1}, {{"####"}, 1, 0}, {{"#", "#", "#"}, 0, 1}},
                        {{{"###", "#"}, 1, 0}, {{"#", "#", "##"}, 0, 1}, {{"  #", "###"}, 1, 1}, {{"##", " #", " #"}, 1, 1}},
                        {{{"##", "##"}, 0, 0}, {{"##", "##"}, 0, 0}, {{"##", "##"}, 0, 0}, {{"##", "##"}, 0, 0}},
                        {{{"##", " ##"}, 1, 0}, {{" #", "##", "#"}, 0, 1}, {{"##", " ##"}, 1, 0}, {{" #", "##", "#"}, 0, 1}},
                        {{{"###", " #"}, 1, 0}, {{"#", "##", "#"}, 0, 1}, {{" #", "###"}, 1, 1}, {{" #", "##", " #"}, 1, 1}},
                        {{{"###", "  #"}, 1, 0}, {{"##", "#", "#"}, 0, 1}, {{"#", "###"}, 1, 1}, {{" #", " #", "##"}, 1, 1}},
                        {{{" ##", "##"}, 1, 0}, {{"#", "##", " #"}, 1, 1}, {{" ##", "##"}, 1, 0}, {{"#", "##", " #"}, 1, 1}}};

/* Reads a page, and does what it says: puts the piece where it belongs, and removes full rows. */
static void read_page(FumenReader *r, bool first)
{
    read_board(r);
    int value = read_digits(r, 3);
    const int piece = value % 8, turn = value / 8 % 4, position = value / 32 % 240;
    assert_int_equal(value / 32 / 240, first ? 4 : 0);
    assert_in_range(piece, 1, 7);
    const int rows = piece == 1 && turn % 2 == 1 ? 4 : 3; /* the I on its end has a fourth row */
    for (int j = 0; j < rows; j++) {
        const char *line = j < 3 ? fumen_pieces[piece - 1][turn].rows[j] : "#";
        for (int i = 0; line != NULL && line[i] != '\0'; i++) {
            if (line[i] != '#') continue;
            int *cell = &r->board[position / 10 - fumen_pieces[piece - 1][turn].y + j]
                                 [position % 10 - fumen_pieces[piece - 1][turn].x + i];
            assert_int_equal(*cell, 0);
            *cell = piece;
        }
    }
    for (int y = 0; y < 23; y++) {
        bool full = true;
        for (int x = 0; x < 10; x++) full = full && r->board[y][x] != 0;
        if (!full) continue;
        memmove(r->board[1], r->board[0], (size_t)y * sizeof r->board[0]);
        memset(r->board[0], 0, sizeof r->board[0]);
    }
}

int follow_fumen(const Game *game, const char *key, const char *value, bool whole)
{
    enum { MOVES = 400 };
    static uint8_t board[MOVES][24 * 10];
    int pages = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        CLOSED(playing_end) Playing p;
        const char *why;
        size_t size;
        int moves = 0;
        playing_begin(&p, game, seed, key, value);
        Fumen *f = fumen_begin(game, p.rules, &why);
        assert_true(f != NULL && why == NULL);
        while (playing_draw(&p) && moves < MOVES) {
            memset(board[moves], 0, sizeof board[moves]);
            playing_move(&p);
            fumen_move(f, p.before, p.chosen);
            const bool placed = scene_count(&p.scene, SCENE_NEW) > 0;
            scene_settle(&p.scene);
            for (int y = 0; y < p.scene.height && y < 23; y++)
                for (int x = 0; x < p.scene.width; x++)
                    board[moves][(22 - y) * 10 + x] =
                        (p.scene.cell[(p.scene.height - 1 - y) * p.scene.width + x] & SCENE_COLOUR) != 0;
            moves += placed; /* a piece that goes into a buffer has no page */
            if (fumen_pages(f, &why) < moves) break;
        }
        const int n = fumen_pages(f, &why), width = p.scene.width;
        assert_true((why == NULL) == (n == moves) && (!whole || why == NULL));
        OWNED char *text = fumen_end(f, &size);
        assert_true(strncmp(text, "v115@", 5) == 0 && text[size - 1] == '\n');
        FumenReader r = {.at = text + 5};
        for (int k = 0; k < n; k++) {
            read_page(&r, k == 0);
            for (int y = 0; y < 23; y++)
                for (int x = 0; x < width; x++) assert_int_equal(r.board[y][x] != 0, board[k][y * 10 + x]);
        }
        assert_true(r.at == text + size - 1);
        pages += n;
    }
    return pages;
}
