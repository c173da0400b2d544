# Makes room at the right of the x axis for what comes after the last iteration, the validated mean: it stands at `beyond`.
beyond = axis_log == 1 ? axis_hi * (axis_hi / axis_lo)**0.016 : axis_hi + 0.016 * (axis_hi - axis_lo)
axis_end = axis_log == 1 ? axis_hi * (axis_hi / axis_lo)**0.032 : axis_hi + 0.032 * (axis_hi - axis_lo)
set xrange [axis_lo:axis_end]
