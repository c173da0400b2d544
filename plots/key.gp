# Prepares the key of several panels: an empty plot over the whole width of the page, whose key stands at key_left, key_top,
# entries side by side, which above a narrow panel they would not. To be followed by: plot NaN notitle, keyentry ...
unset label; unset arrow; unset border; unset tics; unset grid; unset xlabel; unset ylabel; unset colorbox
unset logscale; unset nonlinear x; unset nonlinear y
set xrange [0:1]
set yrange [0:1]
set lmargin at screen 0.02
set rmargin at screen 0.98
set tmargin at screen 0.9
set bmargin at screen 0.8
set key at screen key_left, key_top left top horizontal Left reverse samplen 1.8 width -1 font small
