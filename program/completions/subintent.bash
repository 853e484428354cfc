# Completions of subintent for bash. The program says what may follow; see program/completion.h.

# bash cuts words at "=", "@" and other characters (COMP_WORDBREAKS); this puts them together again, into the array `words`.
_subintent_words() {
  local rest=${COMP_LINE:0:COMP_POINT} trimmed word i
  words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    trimmed=${rest#"${rest%%[![:blank:]]*}"}
    word=${COMP_WORDS[i]}
    [[ $trimmed == "$word"* ]] || word=$trimmed
    if ((i == 0)) || [[ $trimmed != "$rest" || -z $word ]]; then
      words+=("$word")
    else
      words[-1]+=$word
    fi
    rest=${trimmed#"$word"}
  done
}

_subintent() {
  local words answer line current start
  _subintent_words
  current=${words[-1]}
  current=${current#[\"\']}
  start=${current%"${COMP_WORDS[COMP_CWORD]#[\"\']}"} # bash replaces what is behind it
  [[ ${COMP_WORDS[COMP_CWORD]} == *[^=@:\(\&\|\;\<\>]* ]] || start=$current
  start=${start%@} # but for "@", which it takes for the beginning of a host's name
  words=("${words[@]:1:${#words[@]}-2}" "$current")
  mapfile -t answer < <("${COMP_WORDS[0]/#\~/$HOME}" --complete "${words[@]}" 2>/dev/null)
  COMPREPLY=()
  for line in "${answer[@]}"; do
    case $line in
      :files) compopt -o default ;;
      :goes-on) compopt -o nospace ;;
      *) COMPREPLY+=("${line#"$start"}") ;;
    esac
  done
}

complete -F _subintent subintent
