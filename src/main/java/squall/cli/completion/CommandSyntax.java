package squall.cli.completion;

import java.util.List;

/**
 * Syntax of a command: what can be typed after its name.
 *
 * @param operand possible values of a word that is not an option
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

    /**
     * Option of a command.
     *
     * @param names with their dashes
     */
    public record CompletionOption(List<String> names, CompletionValue value) {
        public CompletionOption {
            names = List.copyOf(names);
        }
    }

    /**
     * Set of values that are possible at one position of a command line.
     *
     * @param taken whether there is a value at all
     * @param words the known values
     * @param files whether it can be the name of a file
     */
    public record CompletionValue(boolean taken, List<String> words, boolean files) {
        /** No value: the option is a switch. */
        public static final CompletionValue NONE = new CompletionValue(false, List.of(), false);

        /** Free value, which cannot be completed. */
        public static final CompletionValue ANY = new CompletionValue(true, List.of(), false);

        public static final CompletionValue FILE = new CompletionValue(true, List.of(), true);

        public CompletionValue {
            words = List.copyOf(words);
            for (String word : words) {
                if (!word.matches("[\\w.:,=/@%+\\-]+")) {
                    throw new IllegalArgumentException("a word that shells would split: '" + word + "'");
                }
            }
        }

        public static CompletionValue oneOf(List<String> words) {
            return new CompletionValue(true, words, false);
        }

        public static CompletionValue fileOr(List<String> words) {
            return new CompletionValue(true, words, true);
        }
    }
}
