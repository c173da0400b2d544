# Completion of swarmtris for fish: the program says what may stand at the cursor, and its meaning behind a tab.
function __swarmtris_may
    set -l word (commandline -ct)
    for may in (swarmtris complete (commandline -opc)[2..-1] "$word" 2>/dev/null)
        if test "$may" = /
            __fish_complete_path "$word"
        else
            printf '%s\n' "$may"
        end
    end
end
complete -c swarmtris -f -a '(__swarmtris_may)'
