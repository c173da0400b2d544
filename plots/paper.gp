# The picture: its format, its size and its file. To be loaded again after width or height has changed.
if (format eq 'svg') {
    set terminal svg @hover size width, height fontscale text_scale * 4 / 3 font 'DejaVu Sans,12' background '#ffffff' linewidth 1.2 * text_scale \
        dashlength 0.9 name 'swarmtris'
} else { if (format eq 'pdf') {
    set terminal pdfcairo size width / 100.0, height / 100.0 font 'DejaVu Sans,12' fontscale 0.71 * text_scale linewidth 1.6 * text_scale \
        dashlength 0.9 background '#ffffff'
} else {
    set terminal pngcairo size width, height font 'DejaVu Sans,12' fontscale text_scale linewidth 1.4 * text_scale dashlength 0.9 background \
        '#ffffff'
} }
set output out
