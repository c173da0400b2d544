# Makes room at the right of the x axis for what comes after the last iteration, the validated mean: it stands at `beyond`.
beyond = axis_log == 1 ? axis_hi * (axis_hi / axis_lo)**0.012 : axis_hi + 0.012 * (axis_hi - axis_lo)
axis_end = axis_log == 1 ? axis_hi * (axis_hi / axis_lo)**0.024 : axis_hi + 0.024 * (axis_hi - axis_lo)
set xrange [axis_lo:axis_end]
