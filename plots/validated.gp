# The validated mean of the result of `claimant`, a run that has a result.tsv if has_claim is 1, and the ends of its 95 %
# interval; NaN where there is none. see() has seen them.
claim_name = 'validated'; validated = NaN; validated_lo = NaN; validated_hi = NaN; half = NaN
if (has_claim) { stats claimant.'/result.tsv' u (strcol('claim') eq 'validated' || strcol('claim') eq 'evaluated' || \
    (strcol('claim') eq 'estimated' ? (claim_name = 'estimated', 1) : 0) ? (validated \
    = column('mean'), half = column('ci95'), 0) : 0) nooutput }
load here.'interval.gp'
