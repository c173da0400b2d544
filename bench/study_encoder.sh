#!/bin/bash
# study_encoder.sh DIR [option of study]...: what an autoencoder loses, by its units, and what these are worth as features. Trains the
# encoders that are missing, writes their errors to DIR/errors.tsv, and plays params/studies/encoder.list. Stopped and started again,
# it goes on where it was.
set -e
here=$(cd "$(dirname "$0")/.." && pwd)
swarmtris=${SWARMTRIS:-$here/build/release/swarmtris}
dir=$(mkdir -p "$1" && cd "$1" && pwd)
shift
printf 'boards\tunits\ttraining\tvalidated\tci95\n' >"$dir/errors.new"
for boards in random games; do
    for units in 1 2 5 10 20 40; do
        run=$dir/$boards-$units
        options="--set encode.hidden=$units --set encode.target=0"
        [ $boards = random ] ||
            options="$options --set encode.source=games --set encode.weights=$here/params/weights/dt-10.ini --set agent.features=dt"
        # shellcheck disable=SC2086
        [ -s "$run/encoder.ini" ] && grep -q '"state": "finished"' "$run/run.json" ||
            "$swarmtris" encode "$here/params/encode.ini" $options --out "$run" --resume --quiet >/dev/null
        awk -F ' = ' -v boards=$boards -v units=$units '{ v[$1] = $2 }
            END { printf "%s\t%d\t%.4g\t%.4g\t%.2g\n", boards, units, -v["training"], -v["validated"], v["validated_ci95"] }' \
            "$run/encoder.ini" >>"$dir/errors.new"
    done
done
mv "$dir/errors.new" "$dir/errors.tsv"
cat "$dir/errors.tsv"
sed "s|DIR/|$dir/|g" "$here/params/studies/encoder.list" >"$dir/encoder.list"
cp "$here/params/studies/encoder.ini" "$dir/encoder.ini"
"$swarmtris" study "$dir/encoder.list" --repeat 10 --out "$dir/study" "$@"
