package squall.ycsb.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import squall.results.RunInfo.Setting;
import squall.spi.NearestName;
import squall.system.CommandException;
import squall.ycsb.ClientProperties;
import squall.ycsb.DatabaseBinding;
import squall.ycsb.PropertyCatalog;
import squall.ycsb.PropertyDefinition;
import squall.ycsb.SquallProperties;

/**
 * Command line in upstream's syntax, with Squall's long options.
 *
 * @param binding as typed; empty if {@code -db} alone tells
 * @param files of {@code -P}, in order
 * @param options properties set by options of their own
 * @param properties set by {@code -p}
 * @param classPath of {@code -cp}; empty: none
 */
record YcsbArguments(
        Command command,
        String binding,
        List<String> files,
        Map<String, Setting> options,
        Map<String, Setting> properties,
        String classPath) {
    /** Command to execute. */
    enum Command {
        LOAD,
        RUN,
        SHELL
    }

    /** The options of upstream's launcher and client. */
    private static final List<String> UPSTREAM =
            List.of("-p", "-P", "-s", "-l", "-db", "-threads", "-target", "-cp", "-jvm-args");

    private static final List<String> COMMANDS = List.of("load", "run", "shell");

    /** Squall's options that a shell takes: the database, and how things are said. */
    private static final Set<String> OF_SHELL =
            Set.of(SquallProperties.TESTBED.name(), SquallProperties.PROGRESS.name(), SquallProperties.QUIET.name());

    /** @throws CommandException on the first invalid argument; names it and what is allowed */
    static YcsbArguments parse(List<String> words) throws CommandException {
        Parser parser = new Parser(words);
        parser.parse();
        if (parser.command == null) {
            throw CommandException.usage("the command is missing: load, run or shell");
        }
        if (parser.binding.isEmpty() && !parser.options.containsKey(ClientProperties.DB.name())) {
            throw CommandException.usage("the binding is missing after '"
                    + parser.command.name().toLowerCase(Locale.ROOT) + "', known are "
                    + String.join(", ", bindings()));
        }
        return new YcsbArguments(
                parser.command, parser.binding, parser.files, parser.options, parser.properties, parser.classPath);
    }

    /** Refuses those of Squall's options that decide what a run does, and would have no effect on a shell. */
    void requireShell() throws CommandException {
        for (Map.Entry<String, Setting> option : options.entrySet()) {
            String word = option.getValue().origin();
            if (word.startsWith("--") && !OF_SHELL.contains(option.getKey())) {
                throw CommandException.usage(word + " is an option of load and run, not of shell: leave it out");
            }
        }
    }

    static List<String> bindings() {
        return DatabaseBinding.ALL.stream().map(DatabaseBinding::name).toList();
    }

    /** Parser that goes through the words once. */
    private static final class Parser {
        private final List<String> words;
        private final List<String> files = new ArrayList<>();
        private final Map<String, Setting> options = new LinkedHashMap<>();
        private final Map<String, Setting> properties = new LinkedHashMap<>();
        private @Nullable Command command;
        private String binding = "";
        private String classPath = "";
        private int next;

        Parser(List<String> words) {
            this.words = words;
        }

        void parse() throws CommandException {
            while (next < words.size()) {
                String word = words.get(next++);
                if (word.startsWith("--")) {
                    longOption(word);
                } else if (word.startsWith("-")) {
                    option(word);
                } else if (command == null) {
                    command = command(word);
                } else {
                    binding(word);
                }
            }
        }

        private void option(String word) throws CommandException {
            switch (word) {
                case "-p" -> property(value(word, "a property such as recordcount=1000"));
                case "-P" -> files.add(value(word, "a file name"));
                case "-threads" -> set(ClientProperties.THREAD_COUNT, value(word, "a number of threads"), word);
                case "-target" -> set(ClientProperties.TARGET, value(word, "operations per second"), word);
                case "-db" -> set(ClientProperties.DB, value(word, "a class name"), word);
                case "-l" -> set(ClientProperties.LABEL, value(word, "a label"), word);
                case "-s" -> set(ClientProperties.STATUS, "true", word);
                case "-load", "-t" -> {
                    // The phase that upstream's launcher adds; the command has said it already.
                }
                case "-cp" -> classPath = value(word, "a class path");
                case "-jvm-args" -> value(word, "JVM options"); // the launcher's: this JVM is running already
                default -> launcherOption(word);
            }
        }

        private void launcherOption(String word) throws CommandException {
            if (word.startsWith("-cp=")) {
                classPath = word.substring("-cp=".length());
            } else if (!word.startsWith("-jvm-args=")) {
                throw unknown(word);
            }
        }

        private void longOption(String word) throws CommandException {
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            PropertyDefinition<?> property = LongOptions.find(name).orElseThrow(() -> unknown(name));
            if (equals >= 0) {
                set(property, word.substring(equals + 1), name);
            } else if (LongOptions.isFlag(property)) {
                set(property, "true", name);
            } else {
                set(property, value(name, property.format().wanted()), name);
            }
        }

        /** Suggestions come from upstream's options and Squall's: {@code --threads} may be meant as {@code -threads}. */
        private static CommandException unknown(String option) {
            List<String> known = new ArrayList<>(UPSTREAM);
            known.addAll(LongOptions.names());
            return CommandException.usage("unknown option '" + option + "'" + NearestName.hint(option, known));
        }

        private static Command command(String word) throws CommandException {
            return switch (word) {
                case "load" -> Command.LOAD;
                case "run" -> Command.RUN;
                case "shell" -> Command.SHELL;
                default ->
                    throw CommandException.usage("unknown command '" + word + "' (known: load, run, shell)"
                            + NearestName.hint(word, COMMANDS));
            };
        }

        private void binding(String word) throws CommandException {
            if (!binding.isEmpty()) {
                throw CommandException.usage("'" + word + "' is an extra argument: the binding is already '" + binding
                        + "', set a property with -p " + word + "=…");
            }
            binding = word;
        }

        private void property(String text) throws CommandException {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw CommandException.usage(
                        "-p " + text + ": expected a name, '=' and a value, such as -p recordcount=1000");
            }
            properties.put(text.substring(0, equals), new Setting(text.substring(equals + 1), "-p"));
        }

        private void set(PropertyDefinition<?> property, String value, String origin) {
            Setting setting = new Setting(value, origin);
            if (property.equals(SquallProperties.TAG)) { // the only option that may be given again
                options.merge(
                        property.name(), setting, (all, one) -> new Setting(all.value() + "," + one.value(), origin));
            } else {
                options.put(property.name(), setting);
            }
        }

        private String value(String option, String wanted) throws CommandException {
            // A word that begins with a dash is the next option: '-P -P workloada' lacks a file name.
            boolean missing = next == words.size()
                    || (words.get(next).startsWith("-") && !option.equals("-jvm-args") && !isNumber(words.get(next)));
            if (missing) {
                throw CommandException.usage(wanted + " is missing after " + option);
            }
            return words.get(next++);
        }

        private static boolean isNumber(String word) {
            return word.matches("-\\d.*");
        }
    }

    /** Squall's long options: {@code --rate} is the property {@code squall.rate}. */
    static final class LongOptions {
        private static final String PREFIX = "squall.";

        private LongOptions() {}

        static Optional<PropertyDefinition<?>> find(String option) {
            return PropertyCatalog.find(PREFIX + option.substring("--".length()));
        }

        static List<String> names() {
            return PropertyCatalog.names().stream()
                    .filter(name -> name.startsWith(PREFIX))
                    .map(name -> "--" + name.substring(PREFIX.length()))
                    .toList();
        }

        /** Tells whether the option needs no value: it means true. */
        static boolean isFlag(PropertyDefinition<?> property) {
            return property.fallback() instanceof Boolean;
        }
    }
}
