# campaign.sh: what the campaigns have in common; they source it first. It sets root, the path of the project, and program, that of
# swarmtris. The comment at the head of a campaign is what --help prints, and its first paragraph says what the arguments are.
# shellcheck shell=bash
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd) || exit 1
program=$(realpath -m "${SWARMTRIS:-$root/build/release/swarmtris}")
campaign=$(basename "$0")

arguments() { # LEAST MOST ARGUMENT...: ends the campaign, with its help or with what its arguments must be, unless their number is right
    local least=$1 most=$2 argument
    shift 2
    for argument; do
        if [ "$argument" = --help ] || [ "$argument" = -h ]; then
            sed -n '2,${/^#/!q; s/^# \{0,1\}//p}' "$0"
            exit 0
        fi
    done
    if [ $# -lt "$least" ] || [ $# -gt "$most" ] || [[ ${1-} == -* ]]; then
        sed -n '2,${/^# /!q; s/^# //p}' "$0" >&2
        exit 64
    fi
}

list_of() { # LIST: prints its path; status 66, with a sentence, where it cannot be read or has no line
    if [ ! -r "$1" ] || [ -d "$1" ]; then
        echo "$campaign: the list $1 cannot be read: it must be a file with a line for each entry" >&2
        return 66
    fi
    if ! lines_of "$1" >/dev/null; then
        echo "$campaign: the list $1 is empty: it must have a line for each entry, beside comments (#)" >&2
        return 66
    fi
    realpath "$1"
}

lines_of() { # LIST: its lines, without comments
    sed 's/#.*//' "$1" | grep '[^[:space:]]'
}

seconds_of() { # TIME: prints its seconds; status 64, with a sentence, where it is none
    if [[ ! $1 =~ ^([0-9]+)([hms])$ ]]; then
        echo "$campaign: TIME is $1, and must be a whole number of seconds, minutes or hours: 90s, 10m or 2h" >&2
        return 64
    fi
    case ${BASH_REMATCH[2]} in
    h) echo $((10#${BASH_REMATCH[1]} * 3600)) ;;
    m) echo $((10#${BASH_REMATCH[1]} * 60)) ;;
    s) echo $((10#${BASH_REMATCH[1]})) ;;
    esac
}

settings_of() { # SETTING...: leaves options with which swarmtris takes them in the array settings
    local setting
    settings=()
    for setting; do settings+=(--set "$setting"); done
}

share() { # OUTPUT ARGUMENT...: swarmtris into the file OUTPUT, until the script has taken $limit seconds; 75: another share goes on
    local left=$((limit - SECONDS))
    [ $left -gt 0 ] || return 75
    "$program" "${@:2}" --max-time "${left}s" >"$1" </dev/null
}

evaluate() { # WEIGHTS BOARD OPTION...: leaves what swarmtris eval says in the file $answer
    "$program" eval "params/weights/$1.ini" --set game.width="${2%x*}" --set game.height="${2#*x}" --json "${@:3}" >"$answer" </dev/null || exit
}

number() { # NAME: of the answer
    awk -v name="\"$1\":" '/^  "/ && $1 == name { sub(",", ""); print $2 }' "$answer"
}

sem() { # of the answer: the standard error of its mean
    awk "BEGIN { print $(number sd) / sqrt($(number games)) }"
}

commas() { # of the thousands, in what it reads
    sed -E ':a; s/([0-9])([0-9]{3})($|[^0-9])/\1,\2\3/; ta'
}

trainings_of() { # RUNS: a table with a line for each training there; what is wrong is kept in RUNS.err, too
    "$program" export "$1" 2>"$1.err" || cat "$1.err" >&2
}
