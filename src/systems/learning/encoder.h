/* systems/learning/encoder.h. Room base. The arithmetic of an autoencoder: a board becomes a few numbers, its units, and the
 * units become a board again.
 *
 * Idea: every cell is replaced by the mean of the 3 x 3 cells around it; beyond an edge the nearest cell is repeated. Each unit
 * is the positive part of a weighted sum of these means, each output cell is a weighted sum of the units. Both sums have a
 * bias. The error of a board is the sum of the squares of output - board. A board is (height, width) numbers, row by row.
 * Never: sums whose order depends on the compiler or on how many boards come at once: results are the same bits everywhere.
 * Source: TetrisPros (Java, 2018). */
#ifndef SWARMTRIS_SYSTEMS_LEARNING_ENCODER_H
#define SWARMTRIS_SYSTEMS_LEARNING_ENCODER_H

#include "base/rng.h"

#include <stddef.h>

enum { ENCODER_CELLS_MAX = 1024, ENCODER_UNITS_MAX = 64 };

typedef struct {
    int width, height; /* of a board: at most ENCODER_CELLS_MAX cells */
    int hidden;        /* units, 1 .. ENCODER_UNITS_MAX */
} EncoderShape;

/* Parameters are stored in this order: weights into the units (cells, hidden), biases of the units (hidden), weights out of the
 * units (hidden, cells), biases of the outputs (cells). */
typedef struct {
    EncoderShape shape;
    double p[]; /* (encoder_parameters) */
} Encoder;

int encoder_cells(const EncoderShape *s);
int encoder_parameters(const EncoderShape *s);

/* The name of parameter i: "in_3_2" from cell 3 to unit 2, "in_bias_2", "out_2_3" from unit 2 to cell 3, "out_bias_3"; all
 * counted from 1. */
enum { ENCODER_NAME = 32 };
void encoder_name(const EncoderShape *s, int i, char name[ENCODER_NAME]);

/* Fills p (encoder_parameters) for the start of a training. Weights are uniform with mean 0 and variance 1 / (number of terms
 * of their sum), biases are 0. */
void encoder_start(const EncoderShape *s, double *p, Rng *rng);

/* How many doubles of scratch the functions below need. */
size_t encoder_scratch(const EncoderShape *s);

/* Writes the units of a board (cells) to out (hidden). */
void encoder_units(const EncoderShape *s, const double *p, const double *board, double *scratch, double *out);

/* The error of a board. */
double encoder_error(const EncoderShape *s, const double *p, const double *board, double *scratch);

/* A step of descent: subtracts rate times the gradient of the mean error of boards (n, cells) from p. gradient
 * (encoder_parameters): scratch. */
void encoder_step(const EncoderShape *s, double *p, const double *boards, int n, double rate, double *gradient, double *scratch);

#endif
