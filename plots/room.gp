# Makes room at the right of the x axis for what comes after the last iteration, the validated mean: its dot stands at `beyond`, and
# its interval, which a dot might hide, beside it. dot_and_interval: the end of a plot command that draws them.
after(share_of) = axis_log == 1 ? axis_hi * (axis_hi / axis_lo)**share_of : axis_hi + share_of * (axis_hi - axis_lo)
apart = narrow ? 2 : 1 # a dot takes more of a small panel
beyond = after(0.014 * apart); beside = after(0.032 * apart)
set xrange [axis_lo:after(0.044 * apart)]
dot_and_interval = ", '+' every ::0::0 u (beyond):(validated) w points pt 7 ps 1.2 * point_scale lc rgb black title reported_name, " \
    ."'+' every ::0::0 u (beside):(validated_lo):(0):(validated_hi - validated_lo) w vectors heads size screen from_left(0.0045), 90 lw 1.8 lc rgb black title '95 %'"
