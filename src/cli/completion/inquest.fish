# Completion of inquest for fish: options come from the program's own help.
function __inquest_options
    set -l words (commandline -opc)
    set -l command
    if set -q words[2]; and contains -- $words[2] run explain inspect report reproduce trace fuzz-errors doctor
        set command $words[2]
    end
    inquest $command --help 2>/dev/null | string match -ra -- '--[a-z][a-z-]*' | sort -u
end
complete -c inquest -n '__fish_use_subcommand' -a run -d 'run a program and say why its GPU calls fail'
complete -c inquest -n '__fish_use_subcommand' -a explain -d 'what an error code or a rule means'
complete -c inquest -n '__fish_use_subcommand' -a inspect -d 'decode a module image'
complete -c inquest -n '__fish_use_subcommand' -a report -d 're-render or merge saved reports'
complete -c inquest -n '__fish_use_subcommand' -a reproduce -d 'write a C program that makes a failing call again'
complete -c inquest -n '__fish_use_subcommand' -a trace -d 'one line per GPU call'
complete -c inquest -n '__fish_use_subcommand' -a fuzz-errors -d 'run a program once per call that can fail'
complete -c inquest -n '__fish_use_subcommand' -a doctor -d 'what this machine has'
complete -c inquest -n 'string match -q -- "-*" (commandline -ct)' -a '(__inquest_options)'
