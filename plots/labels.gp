# Places the names pname[1] .. pname[points] beside their points px[i], py[i] on a map x_lo .. x_hi, y_lo .. y_hi, so that none meets
# another, a point, the best at best_x, best_y, or an edge: right of its point or left of it, else above or below, with a line to it.
# What has no place is left out. Coordinates are shares of the panel.
array ax[64]; array ay[64]; array al[64]; array ar[64]; array ah[64]
line_height = 0.029 * text_scale * 680 / height / (panel_top - panel_bottom)
mark_width = 0.011 * text_scale * 1100 / width / (panel_right - panel_left)
px[points + 1] = best_x; py[points + 1] = best_y
do for [i = 1:points + 1] { ax[i] = (px[i] - x_lo) / (x_hi - x_lo); ay[i] = (py[i] - y_lo) / (y_hi - y_lo); al[i] = 9; ar[i] = 9; ah[i] = 9 }
meets(l, r, h) = l < 0 || r > 1 || h < line_height / 2 || h > 1 - line_height / 2 || (sum [j = 1:points + 1] \
    ((l < ar[j] && al[j] < r && abs(h - ah[j]) < line_height) || \
    (l < ax[j] + mark_width && ax[j] - mark_width < r && abs(h - ay[j]) < line_height * 0.8))) > 0
do for [i = 1:points] {
    long = 0.78 * letter_width * (strlen(pname[i]) + 1) / (panel_right - panel_left)
    do for [step = 0:80] {
        if (al[i] < 9) { continue }
        at = ay[i] + (step % 4 < 2 ? 1 : -1) * (step / 4) * line_height / 2
        l = step % 2 == 0 ? ax[i] + 1.2 * mark_width : ax[i] - 1.2 * mark_width - long
        if (meets(l, l + long, at)) { continue }
        al[i] = l; ar[i] = l + long; ah[i] = at
        set label 100 + i pname[i] at graph l + long / 2, at center boxed front font ',9' noenhanced
        if (step > 3) { set arrow 100 + i from px[i], py[i] to graph step % 2 == 0 ? l : l + long, at nohead front lc rgb black lw 0.7 }
    }
}
