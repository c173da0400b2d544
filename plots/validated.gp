# The score to report of run number `of` ('': the only one), as it is drawn: reported_name, validated, and the ends of its 95 % interval,
# validated_lo and validated_hi; NaN where there is none. interval: the ends as a text. see() has seen them.
reported_name = value('reported_name'.of); validated = value('reported_mean'.of)
validated_lo = shown(known(value('reported_lower'.of), validated)); validated_hi = shown(known(value('reported_upper'.of), validated))
validated = shown(validated)
interval = validated_lo < validated_hi ? ' ('.number(validated_lo).' to '.number(validated_hi).')' : ''
ignored = see(validated) + see(validated_hi) + (kind eq 'count' && validated_lo <= 0 ? 0 : see(validated_lo))
