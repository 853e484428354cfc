# Completions of subintent for fish. The program says what may follow; see program/completion.h.

function __subintent_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l answer ($words[1] --complete $words[2..-1] "$current" 2>/dev/null)
    for line in (string match -v ':*' -- $answer)
        echo $line
        # Of two words fish takes what they share, and adds no blank.
        contains -- ':goes-on' $answer; and echo $line,
    end
    if contains -- ':files' $answer
        set -l start (string match -r '^.*=' -- $current)
        for path in (__fish_complete_path (string replace -r '^.*=' '' -- $current))
            echo "$start"$path
        end
    end
end

complete -c subintent -f -a '(__subintent_complete)'
