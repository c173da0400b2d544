# The mean over the seeds of what the runs of a repeat, the directory `claimant`, were validated at, and its 95 % interval, as
# validated.gp does it for a run. has_claim: whether there is a summary.tsv.
validated = NaN; half = NaN; seeds = 0; sum_of = 0.0; square = 0.0
if (has_claim) {
    stats claimant.'/summary.tsv' u (v = column('validated'), v - v == 0 ? (seeds = seeds + 1, sum_of = sum_of + v, square = \
        square + v * v, 0) : 0) nooutput
    if (seeds > 0) { validated = sum_of / seeds }
    if (seeds > 1) { half = student(seeds) * sqrt(max(square - seeds * validated**2, 0) / (seeds - 1) / seeds) }
}
load here.'interval.gp'
