# Completion of inquest for bash: words come from the program's own help, so that they cannot be out of date.
_inquest() {
    local current=${COMP_WORDS[COMP_CWORD]} command= word i
    local commands='run explain inspect report reproduce trace fuzz-errors doctor'
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        case $word in
        -*) ;;
        *) command=$word; break ;;
        esac
    done
    case $command in
    '') ;;
    run | trace | fuzz-errors)
        local j
        for ((j = i + 1; j < COMP_CWORD; j++)); do
            case ${COMP_WORDS[j]} in
            -*) ;;
            *) _command_offset "$j" 2>/dev/null; return ;;
            esac
        done ;;
    explain | inspect | report | reproduce | doctor) ;;
    *) _command_offset "$i" 2>/dev/null; return ;;
    esac
    if [[ $current == -* ]]; then
        local help
        help=$(inquest ${command:+"$command"} --help 2>/dev/null | grep -o -- '--[a-z][a-z-]*' | sort -u)
        mapfile -t COMPREPLY < <(compgen -W "$help" -- "$current")
    elif [[ -z $command ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current"; compgen -A command -- "$current"; compgen -f -- "$current")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    fi
}
complete -o filenames -F _inquest inquest
