/* eigen.h. Eigenvalues and eigenvectors of a symmetric matrix.
 *
 * Idea: cyclic Jacobi. Each rotation makes one pair of elements zero; later rotations spoil that again, but less each time.
 * Slower than linear algebra libraries, but short; the small eigenvalues of a positive definite matrix are as accurate as the
 * large ones. Meant for some ten rows.
 * Source: Jacobi 1846; the rotation: Golub & Van Loan, "Matrix Computations", 8.5; when to skip one: Demmel & Veselic, SIAM J.
 * Matrix Anal. Appl. 13 (1992). */
#ifndef SWARMTRIS_OPTIM_EIGEN_H
#define SWARMTRIS_OPTIM_EIGEN_H

/* a (n,n): symmetric; destroyed. value (n), in no order; vector (n,n): column k belongs to value[k]; of length 1, and at right
 * angles to the others. */
void eigen_symmetric(double *a, int n, double *value, double *vector);

#endif
