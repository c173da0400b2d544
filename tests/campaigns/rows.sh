# rows.sh: the commands that campaign.sh disturbs. They take a fraction of a second each.
#
# row NAME "FILE..." "COMMAND" "SETUP": the arguments of the program, with redirections where its standard input or output matters;
# SETUP is done in its directory beforehand. A command that is given again goes on or does the same again. FILE: what it leaves, which
# must be the same bytes in the end. Those of a run's directory are appended to (*.tsv, checkpoint), all others are written at once:
# old or new, never half.
declare -A files=() command=() setup=()
row() {
    rows+=("$1")
    files[$1]=$2 command[$1]=$3 setup[$1]=$4
}

# What the commands read.
inputs() {
    local weights=$root/params/weights
    cp "$weights/report-final.ini" a.ini
    cp "$weights/bcts.ini" b.ini
    cp "$weights/dellacherie.ini" c.ini
    small_ini >training.ini
    sed 's/^iterations.*/iterations = 2/; s/^height.*/height = 6/; s/^games = 30/games = 8/
        s/^particles.*/particles = 4/' training.ini >short.ini
    ini objective kind=sphere dim=2 training total_games=40 selection finalists=0 validation games=0 \
        optimiser particles=4 >sphere.ini
    ini meta "problems=sphere.ini short.ini" tune=inertia training games=2 iterations=2 selection finalists=1 games=2 \
        validation games=2 optimiser particles=3 >meta.ini
    ini game width=6 height=6 objective kind=encoder \
        encode hidden=4 boards=40 heldout=10 epochs=6 target=0 full_epochs=3 >encode.ini
    ini game kind=tetris width=3 height=3 pieces=i \
        objective kind=qlearning steps=40 observation=board test_games=2 test_turns=100 training games=2 iterations=2 \
        selection finalists=2 games=2 validation games=3 optimiser particles=3 >learning.ini
    printf 'plain\nmore  training.games=3\n' >two.list
    printf '1 2 3 4 5 6 7 8\n\n8 7 6 5 4 3 2 1\n' >lines
    echo 12345671234567 >list.txt
}
run() { "$program" "$@" >/dev/null 2>&1 </dev/null; }

run_files="metrics.tsv games.tsv checkpoint weights.ini"
in_run() { for file; do printf 'run/%s ' "$file"; done; }

row train "$(in_run $run_files)" "train training.ini --out run --resume"
row extend "$(in_run $run_files)" \
    "train training.ini --out run --resume --set training.iterations=9" "run train training.ini --out run"
row resume "$(in_run $run_files positions.tsv)" "train training.ini --out run --resume --set training.log_positions=yes" \
    'run train training.ini --out run --set training.log_positions=yes --max-time 0.001s'
row replace "$(in_run $run_files)" "train training.ini --out run --force --seed 2" "run train training.ini --out run"
row repeat "$(in_run 01/metrics.tsv 01/checkpoint 01/weights.ini 02/metrics.tsv 02/checkpoint 02/weights.ini)" \
    "train short.ini --repeat 2 --out run --resume"
row meta "$(in_run metrics.tsv blocks.tsv heldout.tsv curves.tsv checkpoint tuned.ini)" "train meta.ini --out run --resume"
row learning "$(in_run metrics.tsv games.tsv checkpoint weights.ini table.txt q.tsv)" "train learning.ini --out run --resume"
row encode "$(in_run metrics.tsv checkpoint encoder.ini)" "encode encode.ini --out run --resume"
row eval "$(in_run games.tsv checkpoint weights.ini)" "eval a.ini --games 40 --set game.height=6 --out run --resume"
row splitting "$(in_run games.tsv checkpoint weights.ini)" \
    "eval a.ini --games 3 --estimator splitting --set game.width=6 --set game.height=8 --out run --resume"
row compare "$(in_run plays.tsv checkpoint)" "compare a.ini b.ini --games 60 --set game.height=6 --out run --resume"
row tournament "$(in_run plays.tsv checkpoint ranking.tsv)" \
    "tournament a.ini b.ini c.ini --games 50 --set game.height=6 --out run --resume"
row landscape "$(in_run blocks.tsv checkpoint tuned.ini)" \
    "landscape sphere.ini --set optimiser.steps=3,2 --set training.games=2 --out run --resume"
row study "runs/plain/01/weights.ini runs/more/01/weights.ini runs/more/01/checkpoint" \
    "study short.ini two.list --repeat 1 --threads 1 --out runs"
if built stack; then
    row solve "placements.txt" "solve list.txt placements.txt" "echo old >placements.txt"
fi
row gif "game.gif game.png" \
    "play a.ini --set game.height=8 --turns 4 --gif game.gif --png game.png -q" "echo old | tee game.gif >game.png"
row play "out" "play a.ini --set game.height=6 --turns 20 --trace >out"
! command -v gnuplot >/dev/null || row plot "run/charts/convergence.svg" "plot run --format svg" "run train short.ini --out run"
row export "all.tsv" "export run --out all.tsv" "run train short.ini --out run; echo old >all.tsv"
row info "out" "info run >out" "run train short.ini --out run"
row verify "out" "info run --verify >out" "run train short.ini --out run"
row check "out" "check training.ini --dump >out"
row list "out" "list inis >out"
row lines "out" "eval - --games 2 --set game.height=6 <lines >out"
