package squall.cli.completion;

import java.util.List;

/**
 * What can be typed after the name of a command.
 *
 * @param operand what can stand there without an option
 * @param commands that go deeper, each with options of its own
 */
public record Syntax(String name, List<Flag> flags, Value operand, List<Syntax> commands) {
    public Syntax {
        flags = List.copyOf(flags);
        commands = List.copyOf(commands);
    }

    List<String> flagNames() {
        return flags.stream().flatMap(flag -> flag.names().stream()).toList();
    }

    List<String> commandNames() {
        return commands.stream().map(Syntax::name).toList();
    }
}
