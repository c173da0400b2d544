/* survey.h. What a decision needs of a board before any placement is valued: one source for two layouts.
 *
 * In kernel.c a lane is a game: a quantity that each column of the board has is an array of vectors. In columns.c the lanes are
 * the columns of one game: such a quantity is an array of lanes, and a vector is loaded from any place in it. So each formula
 * serves as many columns, or placements side by side, as a vector has lanes.
 *
 *                   kernel.c: height[at] is a vector           columns.c: height is an array of lanes
 *                             game 0  game 1  game 2 ..        wall wall | x=0 x=1 x=2 .. x=9 | wall wall
 *         column x=0             3       0       5              64   64      3   5   5      0     64   64
 *         column x=1             5       2       5                         '-------------------'
 *         column x=2             5       2       7                          one vector from any place
 *
 * The formulas here, in landing.h and in deltas.h are the same for both layouts. They use what the layout defines before it
 * includes them:
 *     BitsOf, WideOf    the element of an array for each column: a vector, or a lane
 *     GET(array, at)    the vector that stands at this column
 *     SET(array, at, v) stores v there
 *     EDGE, SURVEY      where column 0 stands in the arrays, and how long they are: at least two walls on either side
 *     BITS_BEFORE, BITS_BEHIND, WIDE_BEFORE, WIDE_BEHIND (array, at, v)
 *                       the left, or right, neighbours of the columns at `at`, whose vector is v; WIDE: for heights
 *     EVERYWHERE(array, at)
 *                       the number of one column, for all lanes
 *     STRIDE            how many columns one vector has
 *     LAST_WALL         1: loops over the columns must reach the wall on the right; 0: a vector reaches beyond it anyway
 *     SurveyWeights     weights, read by pair_weights and column_weights, which the layout defines after it includes deltas.h */
#ifndef SWARMTRIS_GAME_TETRIS_SURVEY_H
#define SWARMTRIS_GAME_TETRIS_SURVEY_H

#include "game/tetris/wide.h"

#include <assert.h>

/* Whether the family `use`, a set of terms that is a compile-time constant, has a term. */
#define HAS(term) ((use & TERM_BIT(term)) != 0)

/* Whether the family `use` has a term that changes if a covered cell becomes a well cell. */
#define HAS_BURIED (HAS(WELLS) || HAS(WELLS_RUN))

/* Whether the family `use` has terms of rows with holes. */
#define HAS_HOLE_ROWS (HAS(ROWS_WITH_HOLES) || HAS(TOP_HOLE_COLUMN))

/* Whether the family `use` has terms of the program tetrispros. */
#define HAS_PROS \
    (HAS(TETRISPROS_HEIGHT_DIFFERENCES) || HAS(TETRISPROS_MAX_HEIGHT) || HAS(TETRISPROS_PITS) || HAS(TETRISPROS_HEIGHT_DEVIATION))

/* What a decision needs of the board. Each array has a place for every column and for the walls beside the board. Its element
 * is a vector with a lane for each game (kernel.c), or one lane (columns.c). Fields that no term in use needs are not filled. */
typedef struct {
    _Alignas(64) BitsOf column[SURVEY]; /* bit y: the cell in row y; of a wall all ones */
    WideOf height[SURVEY];              /* rows up to the highest filled cell; of a wall WALL_HEIGHT, above any board */
    BitsOf power[3][SURVEY];            /* [b]: 2^(WINDOW - max(height - b, 0)), where windows are products */
    BitsOf bit[SURVEY];                 /* 2^height */
    WideOf inside[SURVEY];              /* -1 on the board, 0 in a wall */

    BitsOf until[SURVEY]; /* rows that are filled in all columns left of this one */
    BitsOf from[SURVEY];  /* rows that are filled in this column and all to the right of it */

    WideOf heights_until[SURVEY]; /* sum of the heights up to and including x */
    WideOf holes_until[SURVEY];   /* sum of the holes up to and including x */
    WideOf step_left[SURVEY];     /* |height_(x-1) - height_x|, 0 beside a wall */
    WideOf steps_until[SURVEY];   /* sum of step_left up to and including x */

    /* Well cells are empty between two filled neighbours; open ones lie above the top of their column, buried ones below. */
    BitsOf buried_left[SURVEY];  /* covered empty cells with a filled left neighbour */
    BitsOf buried_right[SURVEY]; /* ... right neighbour */
    BitsOf beside_left[SURVEY];  /* cells above the top of the column with a filled left neighbour */
    BitsOf beside_right[SURVEY]; /* ... right neighbour */
    BitsOf open[SURVEY];         /* open well cells: both neighbours filled */
    WideOf open_count[SURVEY];   /* how many open well cells */
    WideOf open_run[SURVEY];     /* cells from the highest open well cell down to the top of the column */

    WideOf under_top[SURVEY]; /* 1: the cell right under the top cell is empty; else 0 */
    WideOf has_hole[SURVEY];  /* -1: some cell below the top is empty */
    Bits hole_rows;           /* rows of the board with a covered empty cell */

    BitsOf flag[SURVEY];        /* diversity: the bit of the height difference between x - 1 and x (difference_flag) */
    BitsOf flags_until[SURVEY]; /* OR of the flags left of x */
    BitsOf flags_from[SURVEY];  /* OR of the flags from x on */
    Wide diversity;             /* how many different flags the board has */

    /* tetrispros treats columns of heights 0 and 1 alike. Its heights are one less than these, which matters for the highest
     * column only. */
    WideOf pros_height[SURVEY];      /* height, but 1 where it is 0 */
    WideOf pros_scaled[SURVEY];      /* pros_height times the width of the board */
    WideOf pros_step[SURVEY];        /* as step_left, of pros_height */
    WideOf pros_steps_until[SURVEY]; /* sum of pros_step up to and including x */
    WideOf pros_pit[SURVEY];         /* how far x lies below its lower neighbour, if more than 2; else 0 */
    WideOf pros_pits_until[SURVEY];  /* sum of pros_pit up to and including x */
    Wide pros_top;                   /* the largest pros_height of the board */
    Wide pros_sum;                   /* sum of pros_height over the board */
    Wide pros_deviation;             /* sum of |pros_scaled - pros_sum| over the board */

    WideOf place[SURVEY];    /* number of the column, from 0 */
    WideOf distance[SURVEY]; /* columns between x and the nearer wall */
    WideOf worth[SURVEY];    /* the worth of a cell of excess in x (worth_at) */

    WideOf well[SURVEY];              /* well_fields of the depth of its well */
    WideOf wells_until[SURVEY];       /* sum of `well` up to and including x */
    Wide wells;                       /* sum of `well` over the board */
    WideOf excess[SURVEY];            /* cells of its well beyond two */
    WideOf excess_until[SURVEY];      /* sum of `excess` up to and including x */
    WideOf excess_wall[SURVEY];       /* `excess` of wall columns; else 0 */
    WideOf excess_wall_until[SURVEY]; /* sum of excess_wall up to and including x */
    WideOf excess_near[SURVEY];       /* `excess` of the two columns next to each wall column; else 0 */
    WideOf excess_near_until[SURVEY]; /* sum of excess_near up to and including x */
    WideOf code[SURVEY];              /* well_code of its well */
    WideOf worst_until[SURVEY];       /* the largest code up to and including x */
    WideOf worst_from[SURVEY];        /* the largest code from x on */
    Wide worst;                       /* the largest code of the board */

    Wide top_hole;                 /* the highest row with a hole, counted from 1; 0: there is none */
    Wide top_hole_column;          /* height of the highest column with a hole in row top_hole */
    WideOf hole_top[SURVEY];       /* height of the column if it has a hole in row top_hole; else 0 */
    WideOf hole_top_until[SURVEY]; /* the largest hole_top up to and including x */
    WideOf hole_top_from[SURVEY];  /* the largest hole_top from x on */

    WideOf jlo_at[SURVEY];    /* places of J, L, O: on x and its left neighbour, and on the triple around x */
    WideOf jlo_until[SURVEY]; /* sum of jlo_at up to and including x */
    Wide jlo;                 /* sum of jlo_at over the board */
    WideOf stz_at[SURVEY];    /* as jlo_at, for S, T, Z */
    WideOf stz_until[SURVEY]; /* sum of stz_at up to and including x */
    Wide stz;                 /* sum of stz_at over the board */
    Wide fits;                /* fits_of(jlo) + fits_of(stz) */

    Wide top;              /* height of the highest column */
    SurveyWeights weights; /* of the terms, in the form of the layout */
    const Plan *plan;      /* borrowed */
    int width;             /* columns of the board */
    bool near_ceiling;     /* a placement may lose, or a column may reach the ceiling */
} Survey;

/* The columns at `at` become wall. */
SIMD_INLINE void survey_wall(Survey *s, int at, const uint64_t use)
{
    SET(s->column, at, ~(Bits){0});
    SET(s->height, at, all(WALL_HEIGHT));
    SET(s->bit, at, (Bits){0});
    SET(s->inside, at, all(0));
    SET(s->buried_left, at, (Bits){0});
    SET(s->buried_right, at, (Bits){0});
    SET(s->beside_left, at, (Bits){0});
    SET(s->beside_right, at, (Bits){0});
    SET(s->open, at, (Bits){0});
    SET(s->open_run, at, all(0));
    for (int b = 0; b < 3; b++) SET(s->power[b], at, (Bits){0});
    if (HAS(UNCLEARED_HOLES)) SET(s->holes_until, at, all(0));
    if (HAS_PROS) {
        SET(s->pros_height, at, all(WALL_HEIGHT));
        SET(s->pros_step, at, all(0));
        SET(s->pros_pit, at, all(0));
    }
}

/* Loops over the vectors of the board and `walls` columns of wall; one pass if a vector has the whole board. */
#define EACH_AT(at, walls) for (int at = EDGE; at < EDGE + ((int)STRIDE < (int)COLUMNS ? width + (walls) : 1); at += STRIDE)

/* Powers of two, from the heights. */
SIMD_INLINE void survey_powers(Survey *s, const int width)
{
#ifndef WIDE_SHIFTS
    const Bits most = (Bits)all(1 << WINDOW);
    EACH_AT(at, 0) {
        const Bits power = power_of(WINDOW - GET(s->height, at));
        SET(s->power[0], at, power);
        for (int b = 1; b < 3; b++) SET(s->power[b], at, (Bits)smaller((Wide)(power << b), (Wide)most));
    }
#endif
    (void)s, (void)width;
}

/* Steps from the left neighbour. */
SIMD_INLINE void survey_steps(Survey *s, const int width)
{
    EACH_AT(at, LAST_WALL) {
        const Wide height = GET(s->height, at), difference = height - WIDE_BEFORE(s->height, at, height);
        SET(s->step_left, at, magnitude(difference) & GET(s->inside, at) & GET(s->inside, at - 1));
    }
}

/* 2^height - 1: the rows below the top of a column. */
SIMD_INLINE Bits rows_below(Bits column, Wide height)
{
#ifdef WIDE_SHIFTS
    (void)column;
    return power_of(height) - 1;
#else
    (void)height;
    return rows_below_top(column);
#endif
}

/* Finds what lies below and beside the top of each column. hole_rows stays apart for each lane: join_hole_rows. */
SIMD_INLINE void survey_holes_and_wells(Survey *s, const int width, const uint64_t use)
{
    s->hole_rows = (Bits){0};
    EACH_AT(at, 0) {
        const Bits column = GET(s->column, at);
        const Bits left = BITS_BEFORE(s->column, at, column), right = BITS_BEHIND(s->column, at, column);
        const Bits below = rows_below(column, GET(s->height, at)), covered = below & ~column;
        SET(s->bit, at, below + 1);
        if (HAS_BURIED) {
            SET(s->buried_left, at, covered & left);
            SET(s->buried_right, at, covered & right);
        }
        const Bits open = left & right & ~below;
        if (HAS(WELLS) || HAS(OPEN_WELLS) || HAS(WELLS_RUN)) {
            SET(s->beside_left, at, left & ~below);
            SET(s->beside_right, at, right & ~below);
            SET(s->open, at, open);
        }
        if (HAS(OPEN_WELLS)) SET(s->open_count, at, count_bits(open));
        if (HAS(WELLS_RUN)) SET(s->open_run, at, larger(height_of(open) - GET(s->height, at), all(0)));
        if (HAS(CS3243_HOLES)) SET(s->under_top, at, (Wide)((covered & ((below + 1) >> 2)) != 0) & 1);
        if (HAS(HOLE_DEPTH)) SET(s->has_hole, at, (Wide)(covered != 0));
        if (HAS(UNCLEARED_HOLES)) SET(s->holes_until, at, count_bits(covered));
        if (HAS_HOLE_ROWS) s->hole_rows |= covered;
    }
}

/* The bit of each height difference. */
SIMD_INLINE void survey_flags(Survey *s, const int width)
{
    EACH_AT(at, LAST_WALL) {
        const Wide height = GET(s->height, at);
        const Bits flag = difference_flag(height - WIDE_BEFORE(s->height, at, height));
        SET(s->flag, at, flag & (Bits)(GET(s->inside, at) & GET(s->inside, at - 1)));
    }
}

/* How far a column lies below its lower neighbour, if more than 2; else 0. */
SIMD_INLINE Wide pit(Wide left, Wide own, Wide right)
{
    const Wide depth = smaller(left, right) - own;
    return depth & (Wide)(depth > 2);
}

/* What the terms of tetrispros need of each column; sums over columns are left to the layout. */
SIMD_INLINE void survey_pros(Survey *s, const int width)
{
    EACH_AT(at, 0) {
        const Wide height = larger(GET(s->height, at), all(1));
        SET(s->pros_height, at, height);
        SET(s->pros_scaled, at, times(height, all(width)));
    }
    EACH_AT(at, 0) {
        const Wide height = GET(s->pros_height, at), left = WIDE_BEFORE(s->pros_height, at, height);
        SET(s->pros_step, at, magnitude(height - left) & GET(s->inside, at) & GET(s->inside, at - 1));
        SET(s->pros_pit, at, pit(left, height, WIDE_BEHIND(s->pros_height, at, height)));
    }
}

#include "game/tetris/survey_deep.h"

/* Defined by the layout. survey_full_rows: rows that are filled on either side of each column. The others join over the columns
 * what survey_pros, survey_flags and survey_holes_and_wells have found. */
SIMD_INLINE void survey_full_rows(Survey *s, const int width);
SIMD_INLINE void sum_pros(Survey *s, const int width);
SIMD_INLINE void join_flags(Survey *s, const int width);
SIMD_INLINE void join_hole_rows(Survey *s);

/* Fills what the terms `use` need, and single columns if `columns`. Columns, walls, heights, `top`, `inside` are set. */
SIMD_INLINE void survey_terms(Survey *s, const int width, const uint64_t use, const bool columns)
{
    survey_powers(s, width);
    survey_full_rows(s, width);
    if (HAS(HEIGHT_DIFFERENCES) || HAS(UNCLEARED_DIFFERENCES) || columns) {
        survey_steps(s, width);
        sum_columns(s->step_left, s->steps_until, width);
    }
    survey_holes_and_wells(s, width, use);
    if (HAS_HOLE_ROWS) join_hole_rows(s);
    if (HAS(UNCLEARED_HEIGHTS)) sum_columns(s->height, s->heights_until, width);
    if (HAS(UNCLEARED_HOLES)) sum_columns(s->holes_until, s->holes_until, width);
    if (HAS(DIVERSITY)) {
        survey_flags(s, width);
        join_flags(s, width);
    }
    if (HAS_PROS) {
        survey_pros(s, width);
        sum_pros(s, width);
    }
    survey_deep(s, width, use);
}

#endif
