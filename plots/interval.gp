# From the mean `validated` and `half` its interval, as scores are, to how they are drawn: validated, validated_lo and
# validated_hi.
half = half - half == 0 ? half : 0
validated_lo = shown(validated - half); validated_hi = shown(validated + half); validated = shown(validated)
ignored = see(validated) + see(validated_hi) + (kind eq 'count' && validated_lo <= 0 ? 0 : see(validated_lo))
