# Several runs, or repeats, in one picture: their leaders, each with its name at the end of its line.
format = ARG1; out = ARG2; base = ARG3 eq '' ? 'compare' : ARG3
load ARG0[1:strlen(ARG0) - strlen('compare.gp')].'style.gp'

unset key
set lmargin at screen 0.092
set rmargin at screen right
set tmargin at screen 0.885
set bmargin at screen 0.105
eval x_axis
eval y_axis
set xlabel x_label noenhanced
set label 1 y_label at screen 0.018, 0.495 center rotate noenhanced
do for [k = 1:runs] {
    colour = hue[(k - 1) % 8 + 1]
    set label 10 + k value('label_'.k) at graph 1.025, graph value('label_at_'.k) left noenhanced textcolor rgb colour
    set arrow k from value('end_x_'.k), value('end_y_'.k) to graph 1.02, graph value('label_at_'.k) nohead lc rgb colour lw 0.6
}
file(k) = base.'_'.k.'.tsv'
drawing = ''
do for [k = 1:runs] {
    style = sprintf(" lt %d lw 2.2 notitle", k)
    colour = sprintf(" lc rgb '%s'", hue[(k - 1) % 8 + 1])
    if (value('is_repeat_'.k)) {
        drawing = drawing.sprintf("file(%d) u 'x':'q25':'q75' w filledcurves", k).colour." fs transparent solid 0.15 notitle, "
        drawing = drawing.sprintf("file(%d) u 'x':'median' w lines", k).style.", "
    } else {
        drawing = drawing.sprintf("file(%d) u 'x':'best' w steps", k).style.", "
    }
}
eval 'plot '.drawing.'NaN notitle'
