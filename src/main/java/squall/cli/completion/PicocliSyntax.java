package squall.cli.completion;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import squall.cli.completion.CommandSyntax.CompletionOption;
import squall.cli.completion.CommandSyntax.CompletionValue;

/** Conversion of picocli's model of a command to its syntax. */
public final class PicocliSyntax {
    /** Labels of values that are names of files and folders. */
    private static final Set<String> FILES = Set.of("FILE", "DIR", "PATH", "FOLDER", "RUN", "SCENARIO");

    private PicocliSyntax() {}

    /** Returns the syntax of a command with all its options. */
    public static CommandSyntax of(CommandSpec spec) {
        List<CompletionOption> flags = new ArrayList<>();
        for (OptionSpec option : spec.options()) {
            if (!option.hidden()) {
                flags.add(new CompletionOption(List.of(option.names()), value(option)));
            }
        }
        List<CommandSyntax> commands = spec.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .map(PicocliSyntax::of)
                .toList();
        CompletionValue operand = spec.positionalParameters().isEmpty()
                ? CompletionValue.NONE
                : value(spec.positionalParameters().getFirst());
        return new CommandSyntax(spec.name(), flags, operand, commands);
    }

    private static CompletionValue value(ArgSpec argument) {
        if (argument.arity().max() == 0) {
            return CompletionValue.NONE;
        }
        List<String> words = words(argument);
        boolean file =
                FILES.contains(argument.paramLabel()) || argument.typeInfo().getType() == Path.class;
        return new CompletionValue(true, words, file);
    }

    /** Returns a constant as documented: in lower case, which is accepted too. */
    private static String typed(String word) {
        return word.matches("[A-Z\\d_]+") ? word.toLowerCase(Locale.ROOT) : word;
    }

    private static List<String> words(ArgSpec argument) {
        List<String> words = new ArrayList<>();
        if (argument.completionCandidates() != null) {
            argument.completionCandidates().forEach(word -> words.add(typed(word)));
        }
        if (words.isEmpty() && argument.paramLabel().matches("[a-z\\d.-]+(\\|[a-z\\d.-]+)+")) {
            words.addAll(Arrays.asList(argument.paramLabel().split("\\|", -1)));
        }
        return words;
    }
}
