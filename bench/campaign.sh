# campaign.sh: what the campaigns have in common that read a list; they source it. It sets program, the path of swarmtris, and needs the
# working directory to be the project's.
# shellcheck shell=bash
program=${SWARMTRIS:-build/release/swarmtris}

seconds_of() { # TIME: prints its seconds; status 64, with a sentence, where it is none
    if [[ ! $1 =~ ^([0-9]+)([hms])$ ]]; then
        echo "$(basename "$0"): TIME is $1, and must be a whole number of seconds, minutes or hours: 90s, 10m or 2h" >&2
        return 64
    fi
    case ${BASH_REMATCH[2]} in
    h) echo $((10#${BASH_REMATCH[1]} * 3600)) ;;
    m) echo $((10#${BASH_REMATCH[1]} * 60)) ;;
    s) echo $((10#${BASH_REMATCH[1]})) ;;
    esac
}

lines_of() { # LIST: its lines, without comments
    sed 's/#.*//' "$1" | grep '[^[:space:]]'
}

trainings_of() { # RUNS: a table with a line for each training there; what is wrong is kept in RUNS.err, too
    "$program" export "$1" 2>"$1.err" || cat "$1.err" >&2
}
