#!/usr/bin/env bash
# study_encoder.sh RUNS [OPTION...]   What does an autoencoder lose, by its units, and what are these worth as features? OPTIONs are those
# of swarmtris study.
#
# The encoders that are missing in the directory RUNS are trained, their errors written to RUNS/errors.tsv, and params/studies/encoder.list
# is played. A user who stops this and starts it again goes on where it was.
set -e
. "$(dirname "$0")/campaign.sh"
arguments 1 99 "$@"
dir=$(mkdir -p "$1" && cd "$1" && pwd)
shift
printf 'boards\tunits\ttraining\tvalidated\tlower\tupper\n' >"$dir/errors.new"
for boards in random games; do
    for units in 1 2 5 10 20 40; do
        run=$dir/$boards-$units
        options="--set encode.hidden=$units --set encode.target=0"
        [ $boards = random ] ||
            options="$options --set encode.source=games --set encode.weights=$root/params/weights/dt-10.ini --set agent.features=dt"
        # shellcheck disable=SC2086
        [ -s "$run/encoder.ini" ] && grep -q '"state": "finished"' "$run/run.json" ||
            "$program" encode "$root/params/encode.ini" $options --out "$run" --resume --quiet >/dev/null
        awk -F ' = ' -v boards=$boards -v units=$units '{ v[$1] = $2 }
            END { printf "%s\t%d\t%.4g\t%.4g\t%.4g\t%.4g\n", boards, units, -v["training"], -v["validated"], -v["validated_upper"], -v["validated_lower"] }' \
            "$run/encoder.ini" >>"$dir/errors.new"
    done
done
mv "$dir/errors.new" "$dir/errors.tsv"
cat "$dir/errors.tsv"
sed "s|DIR/|$dir/|g" "$root/params/studies/encoder.list" >"$dir/encoder.list"
cp "$root/params/studies/encoder.ini" "$dir/encoder.ini"
"$program" study "$dir/encoder.list" --repeat 10 --out "$dir/study" "$@"
