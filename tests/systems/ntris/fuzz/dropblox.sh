# dropblox.sh: inputs of the fuzz target dropblox, for fuzz.sh: the states of some games.
for seed in 1 2 3; do
    "$program" dropblox state.json 0 --serve ": " --seed $seed --set game.blocks=12 >log 2>&1
    say $? "a game whose states are inputs"
    input <state.json
done
