# Completion of swarmtris for bash: the program says what may stand at the cursor, and its meaning behind a tab.
_swarmtris()
{
    local word=${COMP_WORDS[COMP_CWORD]} may
    COMPREPLY=()
    while IFS=$'\t' read -r may _; do
        if [ "$may" = / ]; then
            compopt -o filenames 2>/dev/null
            mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$word")
        elif [[ $may == "$word"* ]]; then
            [[ $may != *= ]] || compopt -o nospace 2>/dev/null
            COMPREPLY+=("$may")
        fi
    done < <(swarmtris complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _swarmtris swarmtris
