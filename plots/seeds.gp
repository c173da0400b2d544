# The mean over the seeds of what the runs of a repeat were validated at, and its 95 % interval, as validated.gp does it for a
# run: as in `swarmtris study`, geometric of scores (0.001 at least) and of errors (1e-16 at least). reported_table: the table that has
# them, a line a run, if has_reported is 1.
measure(v) = kind eq 'count' ? log(max(v, 1e-3)) : kind eq 'error' ? log(max(-v, 1e-16)) : v
score_of(m) = kind eq 'count' ? exp(m) : kind eq 'error' ? -exp(m) : m
mean_name = kind eq 'difference' ? 'mean' : 'geometric mean'
validated = NaN; validated_lo = NaN; validated_hi = NaN; half = 0; seeds = 0; sum_of = 0.0; square = 0.0
if (has_reported) {
    header = ''; table = reported_table
    eval look
    reported_name = has('estimated') ? 'estimated' : 'validated'
    if (has(reported_name)) {
        stats table u (v = column(reported_name), v - v == 0 ? (m = measure(v), seeds = seeds + 1, sum_of = sum_of + m, square = \
            square + m * m, 0) : 0) nooutput
    }
    if (seeds > 1) { half = student(seeds) * sqrt(max(square - sum_of**2 / seeds, 0) / (seeds - 1) / seeds) }
    if (seeds > 0) {
        validated = shown(score_of(sum_of / seeds))
        validated_lo = shown(score_of(sum_of / seeds - half)); validated_hi = shown(score_of(sum_of / seeds + half))
        ignored = see(validated) + see(validated_lo) + see(validated_hi)
    }
}
