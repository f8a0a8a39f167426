package squall.cli.completion;

import java.util.ArrayList;
import java.util.List;

/** Completion for fish. */
public final class FishScript {
    private final List<String> lines = new ArrayList<>();

    private FishScript() {}

    public static List<String> of(List<Syntax> commands) {
        FishScript script = new FishScript();
        script.lines.add("# Completion for the commands of Squall; written by bin/completion.");
        commands.forEach(script::add);
        return List.copyOf(script.lines);
    }

    private void add(Syntax command) {
        lines.add("complete -c " + command.name() + " -e");
        lines.add("complete -c " + command.name() + " -f");
        String among = String.join(" ", command.commandNames());
        boolean deep = !command.commands().isEmpty();
        String start =
                "complete -c " + command.name() + (deep ? " -n 'not __fish_seen_subcommand_from " + among + "'" : "");
        if (deep) {
            lines.add(start + " -a '" + among + "'");
        }
        add(start, command);
        for (Syntax below : command.commands()) {
            add("complete -c " + command.name() + " -n '__fish_seen_subcommand_from " + below.name() + "'", below);
        }
    }

    private void add(String start, Syntax at) {
        Value operand = at.operand();
        if (operand.files()) {
            lines.add(start + " -F");
        }
        if (!operand.words().isEmpty()) {
            lines.add(start + " -a '" + String.join(" ", operand.words()) + "'");
        }
        for (Flag flag : at.flags()) {
            lines.add(start + names(flag) + told(flag.value()));
        }
    }

    private static String names(Flag flag) {
        StringBuilder names = new StringBuilder();
        for (String name : flag.names()) {
            String bare = name.replaceFirst("^-+", "");
            String kind = name.startsWith("--") ? " -l " : bare.length() == 1 ? " -s " : " -o ";
            names.append(kind).append(bare);
        }
        return names.toString();
    }

    private static String told(Value value) {
        if (!value.taken()) {
            return "";
        }
        String words = value.words().isEmpty() ? "" : " -a '" + String.join(" ", value.words()) + "'";
        return (value.files() ? " -r -F" : " -x") + words;
    }
}
