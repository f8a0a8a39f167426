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
import squall.cli.command.RunOptionParser;
import squall.cli.command.RunOptions;
import squall.spi.Options;
import squall.system.CommandException;

/** Options of a command line by name, without dashes. Every error message names the option. */
record ParsedOptions(Map<String, String> values) {
    /** Most sessions of a kind, and threads of a command. */
    static final long MOST_SESSIONS = 1_000_000;

    private static final Pattern NODE = Pattern.compile("(\\[[0-9A-Fa-f:]+]|[\\w.\\-]+):\\d{1,5}");

    ParsedOptions {
        values = Map.copyOf(values);
    }

    static ParsedOptions of(ParseResult parsed) {
        Map<String, String> values = new LinkedHashMap<>();
        for (ArgSpec matched : parsed.matchedArgs()) {
            if (matched instanceof OptionSpec option && !option.usageHelp()) {
                values.put(
                        option.longestName().replaceFirst("^-+", ""), RunOptionParser.text(option.<Object>getValue()));
            }
        }
        return new ParsedOptions(values);
    }

    RunOptions run() {
        return new RunOptions(values);
    }

    /** Returns the given nodes as {@code host:port}. */
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

    /** Returns which of these options were given, for an error message that names no others. */
    String named(String... names) {
        return Stream.of(names).filter(this::has).map(name -> "--" + name).collect(Collectors.joining(" and "));
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** Returns a whole number of at least {@code least}, or the fallback if the option is absent. */
    long number(String name, long fallback, long least) throws CommandException {
        return number(name, fallback, least, Integer.MAX_VALUE);
    }

    /** Returns a whole number in this range, or the fallback if the option is absent. */
    long number(String name, long fallback, long least, long most) throws CommandException {
        String text = values.getOrDefault(name, "");
        if (text.isEmpty()) {
            return fallback;
        }
        if (text.matches("-?\\d{1,10}")) {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        }
        throw wrong(name, "a whole number in [" + least + ", " + most + "]", text);
    }

    /** Returns a number of sessions; 1 to begin with if a search is to find the number. */
    long sessions(String name, long fallback) throws CommandException {
        return text(name).equals(Optional.of(SessionRamp.AUTO)) ? 1 : number(name, fallback, 0, MOST_SESSIONS);
    }

    /** Returns a rate above 0; empty if it is absent or -1. */
    Optional<Double> rate(String name) throws CommandException {
        return positive(name, "a number of operations a second above 0, or -1");
    }

    /** Returns a number above 0; empty if it is absent or -1. @param wanted for the message */
    Optional<Double> positive(String name, String wanted) throws CommandException {
        String text = values.getOrDefault(name, "-1");
        if (text.equals("-1")) {
            return Optional.empty();
        }
        if (text.matches("\\d{1,9}(\\.\\d{1,9})?") && Double.parseDouble(text) > 0) {
            return Optional.of(Double.parseDouble(text));
        }
        throw wrong(name, wanted, text);
    }

    /** Refuses options that this workload or this command does not support, before anything is changed. */
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
        String overSql = named("statement_timeout_ms", "driver");
        if (SampleAppsWorkload.speaksCql(app) && !overSql.isEmpty()) {
            throw CommandException.usage(overSql + ": for workloads over SQL; leave it out");
        }
        String login = named("username", "password");
        if (!login.isEmpty() && !has("url") && !has("nodes")) { // Squall's own database would be measured in its place
            throw CommandException.usage(
                    login + ": for a database of yours; give its address with --nodes or --url, or leave it out");
        }
    }

    /** Returns the workload's own options. */
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
