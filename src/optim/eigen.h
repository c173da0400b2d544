/* eigen.h. Eigenvalues and eigenvectors of a symmetric matrix.
 *
 * Idea: Householder reflections leave three diagonals, from the last row up; implicit QL steps make the outer two 0,
 * eigenvalue by eigenvalue. Of n rows this takes some 10 n^3 operations, all of them + - * / and sqrt in a fixed order, so
 * that the bits are the same everywhere. Errors are those of rounding relative to the largest eigenvalue, also in the
 * smallest. Source: Golub & Van Loan, "Matrix Computations", 5.1 (reflections), 8.3 (both steps; here they begin at the
 * other end). */
#ifndef SWARMTRIS_OPTIM_EIGEN_H
#define SWARMTRIS_OPTIM_EIGEN_H

/* a (n,n): symmetric; destroyed; of one that is not finite the results mean nothing. value (n), in no order; vector (n,n):
 * column k belongs to value[k]; of length 1, and at right angles to the others. */
void eigen_symmetric(double *a, int n, double *value, double *vector);

#endif
