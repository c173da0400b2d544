# What changes when one parameter does: a panel a parameter, a line a problem.
format = ARG1; out = ARG2; base = ARG3 eq '' ? 'sensitivity' : ARG3
load ARG0[1:strlen(ARG0) - strlen('sensitivity.gp')].'style.gp'

set multiplot
columns = panels <= 4 ? panels : (panels + 1) / 2
rows = (panels + columns - 1) / columns
eval y_axis
do for [k = 1:panels] {
    row = (k - 1) / columns; column = (k - 1) % columns
    width = 0.91 / columns; height = 0.84 / rows
    set lmargin at screen 0.085 + column * width
    set rmargin at screen 0.085 + (column + 1) * width - 0.04
    set tmargin at screen 0.85 - row * height
    set bmargin at screen 0.85 - (row + 1) * height + 0.085
    eval value('x_axis_'.k)
    set xlabel value('x_label_'.k) noenhanced
    if (column == 0) { set ylabel y_label noenhanced offset 0 } else { unset ylabel }
    if (k == 1) { set key at screen 0.985, 0.968 right top horizontal Right samplen 1.4 font ',10' } else { unset key }
    if (value('has_centre_'.k)) { set arrow 1 from value('centre_'.k), graph 0 to value('centre_'.k), graph 1 nohead dt 2 lc rgb '#555555' }
    table = base.'_line_'.k.'.tsv'
    plot for [p = 1:parts] table u 'x':'q25_'.p:'q75_'.p w filledcurves lc rgb hue[p] fs transparent solid 0.15 notitle, \
         for [p = 1:parts] table u 'x':'median_'.p w lines lc rgb hue[p] lw 2 title value('part_'.p)
    unset label 1000
    unset label 1001
}
unset multiplot
