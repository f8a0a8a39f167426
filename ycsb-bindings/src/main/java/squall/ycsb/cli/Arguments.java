package squall.ycsb.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.results.RunInfo.Setting;
import squall.spi.Nearest;
import squall.ycsb.Binding;
import squall.ycsb.ClientProperties;
import squall.ycsb.Property;

/**
 * A command line in upstream's syntax, with Squall's long options.
 *
 * @param binding as typed; empty if {@code -db} alone tells
 * @param files of {@code -P}, in order
 * @param options properties set by options of their own
 * @param properties set by {@code -p}
 * @param classPath of {@code -cp}; empty: none
 */
record Arguments(
        Command command,
        String binding,
        List<String> files,
        Map<String, Setting> options,
        Map<String, Setting> properties,
        String classPath) {
    /** What is to be done. */
    enum Command {
        LOAD,
        RUN,
        SHELL
    }

    /** The options of upstream's launcher and client. */
    private static final List<String> UPSTREAM =
            List.of("-p", "-P", "-s", "-l", "-db", "-threads", "-target", "-cp", "-jvm-args");

    private static final List<String> COMMANDS = List.of("load", "run", "shell");

    /** @throws CommandException on the first argument that cannot be understood; says which and what is wanted */
    static Arguments parse(List<String> words) throws CommandException {
        Parser parser = new Parser(words);
        parser.parse();
        if (parser.command == null) {
            throw usage("a command is missing: load, run or shell");
        }
        if (parser.binding.isEmpty() && !parser.options.containsKey(ClientProperties.DB.name())) {
            throw usage("a binding is missing after '"
                    + parser.command.name().toLowerCase(Locale.ROOT) + "', known are "
                    + String.join(", ", bindings()));
        }
        return new Arguments(
                parser.command, parser.binding, parser.files, parser.options, parser.properties, parser.classPath);
    }

    static List<String> bindings() {
        return Binding.ALL.stream().map(Binding::name).toList();
    }

    private static CommandException usage(String message) {
        return new CommandException(ExitCode.USAGE, message);
    }

    /** Goes through the words once. */
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
            Property<?> property = LongOptions.find(name).orElseThrow(() -> unknown(name));
            if (equals >= 0) {
                set(property, word.substring(equals + 1), name);
            } else if (LongOptions.isFlag(property)) {
                set(property, "true", name);
            } else {
                set(property, value(name, property.format().wanted()), name);
            }
        }

        /** Guessed among upstream's options and ours: {@code --threads} may well be {@code -threads}. */
        private static CommandException unknown(String option) {
            List<String> known = new ArrayList<>(UPSTREAM);
            known.addAll(LongOptions.names());
            return usage("unknown option '" + option + "'" + Nearest.hint(option, known));
        }

        private static Command command(String word) throws CommandException {
            return switch (word) {
                case "load" -> Command.LOAD;
                case "run" -> Command.RUN;
                case "shell" -> Command.SHELL;
                default ->
                    throw usage("unknown command '" + word + "'" + Nearest.hint(word, COMMANDS)
                            + ", known are load, run and shell");
            };
        }

        private void binding(String word) throws CommandException {
            if (!binding.isEmpty()) {
                throw usage("'" + word + "' is one argument too many: the binding is '" + binding
                        + "', a property is set with -p " + word + "=…");
            }
            binding = word;
        }

        private void property(String text) throws CommandException {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw usage("-p " + text + ": wanted a name, '=' and a value, such as -p recordcount=1000");
            }
            properties.put(text.substring(0, equals), new Setting(text.substring(equals + 1), "-p"));
        }

        private void set(Property<?> property, String value, String origin) {
            options.put(property.name(), new Setting(value, origin));
        }

        private String value(String option, String wanted) throws CommandException {
            // A word that begins with a dash is the next option: '-P -P workloada' lacks a file name.
            boolean missing = next == words.size()
                    || (words.get(next).startsWith("-") && !option.equals("-jvm-args") && !isNumber(words.get(next)));
            if (missing) {
                throw usage(wanted + " is missing after " + option);
            }
            return words.get(next++);
        }

        private static boolean isNumber(String word) {
            return word.matches("-\\d.*");
        }
    }
}
