package squall.cli.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Completion for bash, and for zsh through its own bashcompinit. */
public final class BashScript {
    private static final String COMPLETER = """
            # What is known by the path of commands typed so far.
            _squall() {
              local path=${COMP_WORDS[0]##*/} current=${COMP_WORDS[COMP_CWORD]} flag=${COMP_WORDS[COMP_CWORD-1]}
              local commands= flags= words= files= value= i=1
              COMPREPLY=()
              _squall_syntax "$path"
              while [ "$i" -lt "$COMP_CWORD" ]; do
                case " $commands " in
                  *" ${COMP_WORDS[i]} "*) path="$path ${COMP_WORDS[i]}" && _squall_syntax "$path" ;;
                esac
                i=$((i + 1))
              done
              # bash takes --option=value for three words
              if [ "$current" = '=' ]; then
                current=
              elif [ "$flag" = '=' ] && [ "$COMP_CWORD" -gt 2 ]; then
                flag=${COMP_WORDS[COMP_CWORD-2]}
              fi
              case $current in --*=*) flag=${current%%=*} current=${current#*=} ;; esac
              case $flag in -*) _squall_value "$path" "$flag" ;; esac
              if [ -z "$value" ]; then
                case $current in
                  -*) words=$flags files= ;;
                  *) words="$commands $words" ;;
                esac
              fi
              COMPREPLY=($(compgen -W "$words" -- "$current"))
              if [ -n "$files" ]; then
                COMPREPLY=("${COMPREPLY[@]}" $(compgen -f -- "$current"))
                type compopt >/dev/null 2>&1 && compopt -o filenames 2>/dev/null
              fi
              case "${#COMPREPLY[@]} ${COMPREPLY[0]}" in
                '1 '*=) type compopt >/dev/null 2>&1 && compopt -o nospace 2>/dev/null ;;
              esac
              return 0
            }
            """;

    private final List<String> syntax = new ArrayList<>();
    private final List<String> values = new ArrayList<>();

    private BashScript() {}

    public static List<String> of(List<Syntax> commands) {
        BashScript script = new BashScript();
        commands.forEach(command -> script.add(command.name(), command));
        List<String> lines = new ArrayList<>();
        lines.add("# Completion for the commands of Squall; written by bin/completion.");
        lines.add("_squall_syntax() {");
        lines.add("  commands= flags= words= files=");
        lines.add("  case $1 in");
        lines.addAll(script.syntax);
        lines.add("  esac");
        lines.add("}");
        lines.add("_squall_value() {");
        lines.add("  case \"$1 $2\" in");
        lines.addAll(script.values);
        lines.add("  esac");
        lines.add("}");
        COMPLETER.lines().forEach(lines::add);
        lines.add("complete -F _squall " + commands.stream().map(Syntax::name).collect(Collectors.joining(" ")));
        return List.copyOf(lines);
    }

    private void add(String path, Syntax at) {
        syntax.add("    '" + path + "') commands='" + String.join(" ", at.commandNames()) + "' flags='"
                + String.join(" ", at.flagNames()) + "'" + told(at.operand()) + " ;;");
        for (Flag flag : at.flags()) {
            if (flag.value().taken()) {
                String names = flag.names().stream()
                        .map(name -> "'" + path + " " + name + "'")
                        .collect(Collectors.joining(" | "));
                values.add("    " + names + ") value=yes words= files=" + told(flag.value()) + " ;;");
            }
        }
        at.commands().forEach(below -> add(path + " " + below.name(), below));
    }

    private static String told(Value value) {
        return (value.words().isEmpty() ? "" : " words='" + String.join(" ", value.words()) + "'")
                + (value.files() ? " files=yes" : "");
    }
}
