package squall.ycsb.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import squall.cli.ClassPath;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.Surroundings;
import squall.results.RunInfo.Setting;
import squall.spi.Nearest;
import squall.ycsb.Binding;
import squall.ycsb.Catalogue;
import squall.ycsb.ClientProperties;
import squall.ycsb.PropertyFile;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;

/**
 * What a command line, the environment and the files say together. Options beat {@code -p}, which beats the environment, which beats
 * files, of which the later beats the earlier.
 *
 * @param notes what the user must know of how it was understood, one line each
 */
record Configuration(
        Arguments arguments, YcsbProperties properties, Binding binding, List<PropertyFile> files, List<String> notes) {
    /** @throws CommandException if a file is missing, a value cannot be read, or the binding is not known */
    static Configuration of(Arguments arguments, Surroundings surroundings) throws CommandException {
        Binding binding = binding(arguments);
        List<PropertyFile> files = new ArrayList<>();
        Map<String, Setting> settings = new TreeMap<>();
        for (String name : arguments.files()) {
            PropertyFile file = PropertyFile.read(name, surroundings);
            files.add(file);
            settings.putAll(file.settings());
        }
        settings.putAll(fromEnvironment(surroundings.environment()));
        settings.putAll(arguments.properties());
        settings.putAll(arguments.options());
        boolean load = arguments.command() == Arguments.Command.LOAD;
        String origin = arguments.command().name().toLowerCase(Locale.ROOT);
        Setting given = settings.get(ClientProperties.DB.name());
        Optional<Binding> standIn = given == null ? Optional.empty() : standIn(given.value(), arguments);
        String named = given == null ? "" : given.value();
        Binding chosen = given == null ? binding : standIn.orElseGet(() -> Binding.ofClass(named));
        settings.put(
                ClientProperties.DB.name(),
                new Setting(chosen.className(), given == null ? "binding" : given.origin()));
        List<String> notes = standIn.stream()
                .map(own -> "db=" + named + " is not on the class path given with -cp: Squall's own binding '"
                        + own.name() + "' stands in for it; to run that class, add its jar with -cp")
                .toList();
        settings.put(ClientProperties.DO_TRANSACTIONS.name(), new Setting(String.valueOf(!load), origin));
        return new Configuration(arguments, YcsbProperties.of(settings), chosen, files, notes);
    }

    Configuration with(YcsbProperties changed) {
        return new Configuration(arguments, changed, binding, files, notes);
    }

    /** Whether CoreWorkload runs on Squall's own implementation. */
    boolean ownWorkload() throws CommandException {
        String workload = properties.get(ClientProperties.WORKLOAD);
        boolean core = workload.equals(ClientProperties.CORE_WORKLOAD);
        return switch (properties.get(SquallProperties.OWN)) {
            case "upstream" -> false;
            case "own" -> {
                if (!core) {
                    throw new CommandException(
                            ExitCode.USAGE,
                            "squall.workload=own stands for " + ClientProperties.CORE_WORKLOAD + " only, not for "
                                    + workload);
                }
                yield true;
            }
            default -> core;
        };
    }

    /**
     * Judges the names nobody here knows: a mistake where all classes are Squall's, else perhaps a third party's.
     *
     * @throws CommandException if it is a mistake
     */
    void requireKnownNames(Consumer<String> warn) throws CommandException {
        List<String> unknown = new ArrayList<>();
        properties.settings().forEach((name, setting) -> {
            if (!Catalogue.knows(name)) {
                unknown.add(
                        setting.origin() + ": unknown property '" + name + "'" + Nearest.hint(name, Catalogue.names()));
            }
        });
        unknown.sort(null);
        if (ownWorkload() && binding.own() && !unknown.isEmpty()) {
            throw new CommandException(ExitCode.USAGE, String.join("\n", unknown));
        }
        unknown.forEach(line -> warn.accept("warning: " + line));
    }

    /** A class that is found on the user's class path is that class; otherwise its name may mean one of Squall's own. */
    private static Optional<Binding> standIn(String className, Arguments arguments) throws CommandException {
        try {
            boolean found = ClassPath.of(arguments.classPath()).has(className);
            return found ? Optional.empty() : Binding.standingInFor(className);
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.USAGE, "-cp " + arguments.classPath() + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static Binding binding(Arguments arguments) throws CommandException {
        String typed = arguments.binding();
        if (typed.isEmpty()) {
            return Binding.JDBC; // -db tells, see Arguments
        }
        return Binding.named(typed)
                .orElseThrow(() -> new CommandException(
                        ExitCode.USAGE,
                        "unknown binding '" + typed + "'" + Nearest.hint(typed, Arguments.bindings())
                                + ", known are " + String.join(", ", Arguments.bindings())
                                + "; any other class with -db"));
    }

    /** {@code SQUALL_ERROR_BUDGET} is {@code squall.error-budget}; variables that name no property are not for this command. */
    private static Map<String, Setting> fromEnvironment(Map<String, String> environment) {
        Map<String, Setting> settings = new TreeMap<>();
        for (String name : Catalogue.names()) {
            String variable = name.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
            String value = environment.get(variable);
            if (name.startsWith("squall.") && value != null) {
                settings.put(name, new Setting(value, variable));
            }
        }
        return settings;
    }
}
