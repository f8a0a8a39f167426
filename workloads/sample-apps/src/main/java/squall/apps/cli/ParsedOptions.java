package squall.apps.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import squall.apps.SampleApp;
import squall.apps.cli.AppOptions.AppOption;
import squall.apps.cli.AppOptions.AppOption.Standing;
import squall.apps.cli.SessionRamp.RampSettings;
import squall.spi.Options;
import squall.system.CommandException;

/** What a command line holds, by name without dashes. Every complaint names the option. */
record ParsedOptions(Map<String, String> values) {
    private static final Pattern NODE = Pattern.compile("(\\[[0-9A-Fa-f:]+]|[\\w.\\-]+):\\d{1,5}");

    ParsedOptions {
        values = Map.copyOf(values);
    }

    static ParsedOptions of(ParseResult parsed) {
        Map<String, String> values = new LinkedHashMap<>();
        for (ArgSpec matched : parsed.matchedArgs()) {
            if (matched instanceof OptionSpec option && !option.usageHelp()) {
                values.put(option.longestName().replaceFirst("^-+", ""), joined(option.<Object>getValue()));
            }
        }
        return new ParsedOptions(values);
    }

    /** What may be given more than once is kept with commas between. */
    private static String joined(Object value) {
        return value instanceof List<?> all
                ? all.stream().map(String::valueOf).collect(Collectors.joining(","))
                : String.valueOf(value);
    }

    /** The tags of the run, as given. */
    List<String> tags() {
        return text(AppOptions.TAG).stream().toList();
    }

    /** The nodes that were named, as {@code host:port}. */
    List<String> nodes() throws CommandException {
        String list = text("nodes").orElse("");
        List<String> nodes = List.of(list.split(",", -1));
        for (String node : nodes) {
            if (!NODE.matcher(node).matches()) {
                throw CommandException.usage("--nodes must be a comma list of HOST:PORT, not '" + list + "'");
            }
        }
        return nodes;
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /** Those of these options that were given, for a complaint: one that names others would send its reader looking for them. */
    String named(String... names) {
        return Stream.of(names).filter(this::has).map(name -> "--" + name).collect(Collectors.joining(" and "));
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** A whole number of at least {@code least}, or what stands for its absence. */
    long number(String name, long fallback, long least) throws CommandException {
        String text = values.getOrDefault(name, "");
        if (text.isEmpty()) {
            return fallback;
        }
        if (text.matches("-?\\d{1,10}")) {
            long number = Long.parseLong(text);
            if (number >= least && number <= Integer.MAX_VALUE) {
                return number;
            }
        }
        throw wrong(name, "a whole number in [" + least + ", " + Integer.MAX_VALUE + "]", text);
    }

    /** A number of sessions; where it is to be found out, one to begin with. */
    long sessions(String name, long fallback) throws CommandException {
        return text(name).equals(Optional.of(RampSettings.AUTO)) ? 1 : number(name, fallback, 0);
    }

    /** A rate above 0; empty where it is not given, or -1. */
    Optional<Double> rate(String name) throws CommandException {
        String text = values.getOrDefault(name, "-1");
        if (text.equals("-1")) {
            return Optional.empty();
        }
        if (text.matches("\\d{1,9}(\\.\\d{1,9})?") && Double.parseDouble(text) > 0) {
            return Optional.of(Double.parseDouble(text));
        }
        throw wrong(name, "a number of operations a second above 0, or -1", text);
    }

    /** Refuses what this workload or this command does not do, before anything is touched. */
    void require(SampleApp app) throws CommandException {
        for (AppOption flag : AppOptions.all()) {
            if (has(flag.name()) && flag.standing() == Standing.REFUSED) {
                throw CommandException.usage("--" + flag.name() + " " + flag.text());
            }
            if (has(flag.name()) && !AppOptions.of(app).contains(flag)) {
                throw CommandException.usage("--" + flag.name() + " is no option of "
                        + app.profile().name() + "; its own are " + app.options());
            }
        }
    }

    /** Those of this workload's own. */
    Options own(SampleApp app) {
        Map<String, String> own = new LinkedHashMap<>(values);
        own.keySet().retainAll(app.options());
        return new Options(app.profile().name(), own);
    }

    private static CommandException wrong(String name, String wanted, String found) {
        return CommandException.usage("--" + name + " must be " + wanted + ", not '" + found + "'");
    }

    @Override
    public String toString() {
        return "Given" + values.keySet(); // values may be secret
    }
}
