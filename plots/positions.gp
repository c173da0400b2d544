# Reads positions.tsv of the directory `of_run`: `positions`; its coordinates, coordinate[1] .. coordinate[coordinates], which
# are the columns behind the score; first_iteration and last_iteration; and whole(): the score of a row as it counts. A candidate
# that played fewer games than others of its iteration was eliminated; in a search over parameters (has_blocks) its score is one
# of the games that it lost.
positions = of_run.'/positions.tsv'
table = positions
eval look
do for [i = 1:words(header)] { if (word(header, i) eq 'score') { before_coordinates = i } }
coordinates = words(header) - before_coordinates
array coordinate[max(coordinates, 1)]
do for [i = 1:coordinates] { coordinate[i] = word(header, before_coordinates + i) }
rows = 0
eval forget
stats positions u (rows = rows + 1, see(column(iteration))) nooutput
first_iteration = lo <= hi ? lo : 0; last_iteration = lo <= hi ? hi : 0
array most_games[int(last_iteration - first_iteration) + 1]
do for [i = 1:|most_games|] { most_games[i] = 0 }
index_of(v) = v == v ? int(v - first_iteration) + 1 : 1
counts_games = has_blocks && has('games')
if (counts_games) { stats positions u (i = index_of(column(iteration)), g = column('games'), g > most_games[i] ? (most_games[i] \
    = g) : 0, 0) nooutput }
whole(dummy) = !counts_games ? column('score') : column('games') < most_games[index_of(column(iteration))] ? NaN : column('score')
# Whether the row is better than all before it, of which the best is `best`.
best = NaN
improves(v) = v - v == 0 && !(v <= best) ? (best = v, 1) : 0
