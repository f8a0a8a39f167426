package squall.cli.command;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Parser of {@linkplain RunOptions the options of a run} for commands that picocli parses. */
public final class RunOptionParser {
    private RunOptionParser() {}

    /** Adds options to a command; {@link #parsed} reads them later. */
    public static CommandLine add(CommandLine line, List<RunOption<?>> options) {
        options.forEach(option -> line.getCommandSpec().addOption(spec(option)));
        return line;
    }

    /**
     * Returns the options as typed. @param command that was parsed; of one with subcommands, the options of the subcommand that was typed
     */
    public static RunOptions parsed(CommandSpec command) {
        ParseResult parsed = command.commandLine().getParseResult();
        while (parsed.hasSubcommand()) {
            parsed = parsed.subcommand();
        }
        Map<String, String> given = new TreeMap<>();
        for (OptionSpec matched : parsed.matchedOptions()) {
            if (matched.userObject() instanceof RunOption<?> option) {
                given.put(option.name(), text(matched.getValue()));
            }
        }
        return new RunOptions(given);
    }

    /** Returns the text of an option, with commas between several values. */
    public static String text(Object value) {
        return value instanceof List<?> all
                ? all.stream().map(String::valueOf).collect(Collectors.joining(","))
                : String.valueOf(value);
    }

    /** Creates picocli's option; its value stays text, which is parsed in the same place for all commands. */
    private static OptionSpec spec(RunOption<?> option) {
        OptionSpec.Builder spec = OptionSpec.builder(option.option())
                .userObject(option)
                .description(option.text().replace("%", "%%") + ".");
        if (option.isSwitch()) {
            return spec.type(boolean.class).build();
        }
        if (!option.format().choices().isEmpty()) {
            spec.completionCandidates(option.format().choices());
        }
        spec.paramLabel(option.value()).arity("1");
        return option.repeatable()
                ? spec.type(List.class).auxiliaryTypes(String.class).build()
                : spec.type(String.class).build();
    }
}
