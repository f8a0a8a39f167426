package squall.cli.completion;

import java.util.List;

/**
 * What can be typed after the name of a command.
 *
 * @param operand what can stand there without an option
 * @param commands the subcommands, each with its own options
 */
public record CommandSyntax(
        String name, List<CompletionOption> flags, CompletionValue operand, List<CommandSyntax> commands) {
    public CommandSyntax {
        flags = List.copyOf(flags);
        commands = List.copyOf(commands);
    }

    List<String> flagNames() {
        return flags.stream().flatMap(flag -> flag.names().stream()).toList();
    }

    List<String> commandNames() {
        return commands.stream().map(CommandSyntax::name).toList();
    }
}
