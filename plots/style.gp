# What all charts share. A chart is one script over the tables of a run directory:
#     gnuplot -c NAME.gp RUN [FORMAT [OUT [CHARTS]]]
# RUN      the directory of a run, as swarmtris has written it
# FORMAT   png (if left out), svg or pdf
# OUT      the picture; NAME.FORMAT in the current directory if left out
# CHARTS   the folder with NAME.set and tables of statistics, which `swarmtris plot RUN` writes; RUN/charts if left out
# To make a chart of your own, copy the whole folder of scripts, change one, and run gnuplot on it as above; see plots/README.md.
#
# A script begins with four lines: its name, these arguments, its own folder `here`, and this file, after which it has the
# variables of NAME.set (see below), the functions and colours of this file, and axis.gp, which sets up an axis.

set encoding utf8
if (format eq '') { format = 'png' }
if (out eq '') { out = chart.'.'.format }
if (charts eq '') { charts = run.'/charts' }

# ---- What NAME.set may change: these are the values if it does not. ----
width = 1100; height = 680  # pixels; hundredths of an inch of a pdf; or, where inches is 1, inches
inches = 0
points = 0                  # size of letters in points; 0: it grows with the picture
untitled = 0                # 1: neither title nor subtitle
name = run                  # how titles call the run
own_title = ''              # replaces the title
settings = ''               # the problem and the settings, behind the title
kind = 'count'              # of scores: count, error (scores are errors with a minus) or difference (no logarithm of it)
score_noun = 'rows'         # what a score counts
cost_noun = 'pieces'        # what the column `pieces` counts
play_noun = 'games'         # what a score is of, in the plural
evaluation_noun = ''        # what the column `games` counts, in the plural; '': the same
x_axis = 'iterations'       # what convergence is drawn against: iterations, pieces or seconds
has_borders = 0             # whether it has a borders.tsv
has_presets = 0             # whether it has a presets.tsv
has_blocks = 0              # whether it has a blocks.tsv: a search over parameters
has_heldout = 0             # whether it has a heldout.tsv: what inner trainings found
has_features = 0            # whether it has a features.tsv: the standard deviations of features
has_summary = 0             # whether it has a summary.tsv
has_errors = 0              # of a study: whether errors are compared, less being better
path_run = ''               # the run whose path is drawn over a landscape
has_path = 0                # whether that has a positions.tsv
has_fit = 0                 # of mean_median: whether there is a table of lines that fit
parts_in_all = 0            # of a run over a grid: problems and budgets, drawn or not
hover = ''                  # 'mousing': an svg for a page, which has fewer points and knows the limits of its axes
reported_name = ''; reported_mean = NaN; reported_lower = NaN; reported_upper = NaN # the run's score to report
has_result = 0              # whether the run has a result.tsv: its scores and the point that was chosen
if (base eq '') { base = chart }
base = charts.'/'.base      # how the names of the chart's own tables begin
load base.'.set'
if (evaluation_noun eq '') { evaluation_noun = play_noun }
standardised = play_noun eq 'blocks' # a meta search, whose scores are those of other swarms put into one scale
a_play = ' a '.play_noun[1:strlen(play_noun) - 1] # " a game"

# Text, lines and points grow with the picture, or with the size of letters that was asked for: at scale 1 they have 12 points. dots: of
# the format, an inch.
dots = format eq 'pdf' ? 100.0 : inches && format ne 'svg' ? 300.0 : 96.0
if (inches) { width = int(width * dots + 0.5); height = int(height * dots + 0.5) }
text_scale = width / 1100.0 < height / 680.0 ? width / 1100.0 : height / 680.0
text_scale = points > 0 ? points / 72.0 * dots / (format eq 'pdf' ? 15.77 : 16) : text_scale < 0.5 ? 0.5 : text_scale # smaller letters could not be read
point_scale = inches ? 0.7 * text_scale : text_scale < 1 ? (1 + text_scale) / 2 : text_scale # small points would not be seen
# letter_width: about the width of a letter, as a share of the picture's. narrow, wide: there is room for few of them, or for long names.
letter_width = 0.0073 * text_scale * 1100 / width
narrow = letter_width > 0.0125; wide = letter_width < 0.0078
small = narrow ? ',10.5' : ',10' # the font of keys and of the names of panels
asked_height = height # charts of rows make height larger: rows.gp
# Places are shares of a page of 137 letters and 40 lines. Where they stand on one that has another size, or has grown: as far from
# its top, bottom, left or right.
page_scale = 680.0 * text_scale
shallow = page_scale > 1.35 * height # there is room for the upper of two panels alone
from_top(v) = 1 - (1 - v - (untitled ? 0.07 : 0)) * page_scale / height
from_bottom(v) = v * page_scale / height
from_left(v) = v * letter_width / 0.0073
from_right(v) = 1 - (1 - v) * letter_width / 0.0073
# A panel of the whole width: beside it stand its numbers and its label.
left_edge = from_left(narrow ? 0.08 : 0.092); right_edge = from_right(0.975)
# Where it begins, below a key of so many entries, the longest of so many letters, of which gnuplot puts as many in a line as fit.
key_columns(longest) = max(1, int((right_edge - left_edge) / ((longest + 4.5) * letter_width)))
below_key(entries, longest) = from_top(0.855 - 0.037 * ((entries - 1) / key_columns(longest)))
load here.'paper.gp'

# Okabe & Ito, Color Universal Design, 2008.
black = '#000000'; orange = '#e69f00'; sky = '#56b4e9'; green = '#009e73'; yellow = '#f0e442'
blue = '#0072b2'; vermilion = '#d55e00'; purple = '#cc79a7'; grey = '#777777'
array hue[8] = [blue, vermilion, green, purple, orange, sky, black, grey]
do for [k = 1:64] { set linetype k linecolor rgb hue[(k - 1) % 8 + 1] linewidth 2 dashtype 1 pointtype 7 pointsize 0.7 * point_scale }
# viridis: S. van der Walt and N. Smith, matplotlib, CC0.
set palette defined (0 '#440154', 1 '#472c7a', 2 '#3b518b', 3 '#2c718e', 4 '#21908d', 5 '#27ad81', 6 '#5cc863', 7 '#aadc32', 8 \
    '#fde725')

set datafile separator "\t"
set datafile columnheaders
set style fill transparent solid 0.15 noborder
set border 3 linewidth 0.8 linecolor rgb '#333333'
set tics nomirror out scale 0.6, 0.3
set grid xtics ytics back linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7 dashtype 1
set key noenhanced samplen narrow ? 1.4 : 2.2 spacing narrow ? 1 : 1.15 textcolor rgb '#222222'
if (narrow) { set key font small }

# ---- Reading tables ----

# The name of the column that counts iterations.
iteration = 'iteration'

# Looks at the first line of the file `table`; has(NAME): whether it has the column.
look = "set datafile nocolumnheaders; set datafile separator \"\\n\"; stats table every ::0::0 u (header = strcol(1), 0) " \
    ."nooutput; " \
     . "set datafile columnheaders; set datafile separator \"\\t\""
header = ''
has(column_name) = strstrt("\t".header."\t", "\t".column_name."\t") > 0
# The number of the column, from 1 on; 0: there is none.
column_number(column_name) = !has(column_name) ? 0 : words(header[1:strstrt("\t".header."\t", "\t".column_name."\t") - 1]) + 1

# v, or where it is not known `other`; the ends of the 95 % interval of a mean, whose columns begin with p. Runs of format 2 have half
# of its width instead.
known(v, other) = v - v == 0 ? v : other
half(p) = has(p.'ci95') && strcol(p.'ci95') ne '-' ? known(column(p.'ci95'), 0) : 0
stated(name) = has(name) && strcol(name) ne 'NaN' # column() of a NaN spoils all of its expression
lower(mean, p) = stated(p.'lower') ? column(p.'lower') : column(mean) - half(p)
upper(mean, p) = stated(p.'upper') ? column(p.'upper') : column(mean) + half(p)

# Extent of the numbers that were shown to see(): lo > hi where there was none; least: the least above 0. stats leaves out what is
# outside of the axes, so `eval forget` frees them, too.
forget = 'unset logscale; unset nonlinear x; unset nonlinear y; set autoscale x; set autoscale y; lo = 1e308; hi = -1e308; ' \
    .'least = 1e308'
see(v) = v - v == 0 ? (lo = v < lo ? v : lo, hi = v > hi ? v : hi, least = v > 0 && v < least ? v : least, 0) : 0
eval forget

# Ends the script with status 1 after a sentence: a chart without a point is no chart.
refuse = "print sentence; exit status 1"

max(a, b) = a > b ? a : b
# One in so many of n points is drawn, where more than `most` could not be told apart.
one_in(n, most) = (few = hover eq '' ? most : most / 8, (n + few - 1) / few)
min(a, b) = a < b ? a : b
# What is the best so far: of all games that a position has played, or of those of one iteration. Errors have no luck in them.
leader = kind eq 'error' ? 'best so far' : 'leader'
# Where no subtitle says so, the key or the axis does.
overstated = untitled && kind ne 'error' ? ', overstated' : ''
lines_overstated = overstated eq '' ? '' : '; lines'.overstated
luckiest = kind eq 'error' ? 'best so far' : 'luckiest so far'
# The number 1, 2 or 5 × 10^k nearest to v > 0.
near(v) = (ten = 10.0**floor(log10(v)), v / ten < 1.5 ? ten : v / ten < 3.5 ? 2 * ten : v / ten < 7.5 ? 5 * ten : 10 * ten)

# A score as it is drawn: an error without its minus, and an error of 0, which has no place on a log axis, at `bottom`.
bottom = 0
positive(v) = v < 0 ? -v : v == 0 ? 0 : NaN
shown(v) = kind eq 'error' && v == v ? max(positive(v), bottom) : v

# The last number that was one: what is undefined does not interrupt a line.
last = NaN
carry(v) = v == v ? (last = v) : last

# Two-sided 95 % quantile of Student's t with n - 1 degrees of freedom (Cornish-Fisher).
student(n) = n < 2 ? NaN : n == 2 ? 12.706 : n == 3 ? 4.303 : 1.959964 + 2.372271 / (n - 1) + 2.822502 / (n - 1.0)**2 + \
    2.555847 / (n - 1.0)**3 + 1.589536 / (n - 1.0)**4

# ---- Texts ----

grouped(digits) = strlen(digits) > 3 ? grouped(digits[1:strlen(digits) - 3]).','.digits[strlen(digits) - 2:*] : digits
power = '⁰¹²³⁴⁵⁶⁷⁸⁹'
raised(digits) = digits eq '' ? '' : (digits[1:1] eq '-' ? '⁻' : digits[1:1] eq '+' ? '' : power[int(digits[1:1]) + \
    1:int(digits[1:1]) + 1]).raised(digits[2:*])
letter_of(v) = abs(v) >= 1e12 ? 'T' : abs(v) >= 1e9 ? 'G' : abs(v) >= 1e6 ? 'M' : abs(v) >= 1e3 ? 'k' : ''
unit_of(v) = abs(v) >= 1e12 ? 1e12 : abs(v) >= 1e9 ? 1e9 : abs(v) >= 1e6 ? 1e6 : abs(v) >= 1e3 ? 1e3 : 1
# A number for reading: 0.25, 12.5, 5,123, 35.2M, 3.1×10⁻¹².
number(v) = v - v != 0 ? 'none' : v == 0 ? '0' \
          : abs(v) < 1e-3 || abs(v) >= 1e15 ? gprintf('%.1t×10', v).raised(gprintf('%T', v)) \
          : abs(v) < 100 ? sprintf('%.3g', v) : abs(v) < 999.95 ? sprintf('%.4g', v) \
          : abs(v) < 999999.5 ? (v < 0 ? '-' : '').grouped(sprintf('%.0f', abs(v))) : sprintf('%.4g%s', v / unit_of(v), \
              letter_of(v))
short(text, most) = strlen(text) <= most ? text : text[1:(most - 1) / 2].'…'.text[strlen(text) - most / 2 + 1:*]
# "optimiser.inertia" is inertia.
plain(text) = strstrt(text, '.') > 0 ? text[strstrt(text, '.') + 1:*] : text
# What fits of a text that is a list: its last parts are left out where there is no room; at least a part of it; and a title with
# the settings behind it.
fitting(text, most) = strlen(text) <= most ? text : (cut_at = 1, ignored = (sum [i = 2:most] (text[i:i + 1] eq ', ' || \
    text[i:i + 1] eq '; ' ? (cut_at = i) : 0)), text[1:cut_at - 1])
subtitled(text, most) = (fits = fitting(text, most)) eq '' ? short(text, most) : fits
titled(text) = (fits = fitting(settings[1:200], int(0.96 / (1.25 * letter_width)) - strlen(text) - 3)) eq '' ? text : text.' ('.fits.')'
# How many of all are drawn, where that is not all; what: a blank and what they are, or nothing.
first_of(drawn, all, what) = drawn < all ? sprintf('the first %d of %d%s; ', drawn, all, what) : ''
# A problem, or with several budgets a problem and its budget.
problem_name(text, budget) = budgets > 1 ? sprintf('%s x%g', text, budget) : text

# The two lines on top of every chart; of a multiplot to be called once, and unset after the first panel.
headline = untitled ? '' : "set label 1000 (own_title ne '' ? own_title : titled(title)) at screen from_left(0.02), from_top(0.965) left font ',15' noenhanced; " \
         . "set label 1001 subtitled(subtitle, int(0.9 / letter_width)) at screen from_left(0.02), from_top(0.924) left textcolor rgb '#555555' noenhanced"
headless = 'unset label 1000; unset label 1001'
title = ''; subtitle = ''
