package squall.cli;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;
import squall.spi.NearestName;
import squall.system.CommandException;
import squall.system.EmptyValue;
import squall.system.ExitCode;
import squall.system.OutputScreen;
import squall.system.SecretMasking;

/** Common behaviour of all commands: one line per error, the closest known name, no stack trace unless requested. */
public final class CommandRunner {
    /** Pattern of picocli's message for a word that is not a constant of an enum, whose names are in upper case. */
    private static final Pattern CHOICE = Pattern.compile(
            "Invalid value for (?:option '|positional parameter at index \\d+ \\()([^')]+)['\\)].*: expected one of \\[(.*)] \\(case-insensitive\\) but was '(.*)'");

    private static final String DEBUG = "--debug";

    private CommandRunner() {}

    /**
     * Creates a picocli command with Squall's error messages. It accepts {@code --debug} and {@code --version} in all its subcommands
     * through {@link CommonOptions}, which the command class mixes in.
     */
    public static CommandLine line(Object command) {
        CommandLine line = new CommandLine(command);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpWidth(OutputScreen.WIDEST);
        line.setExecutionStrategy(parsed -> {
            requireValues(parsed);
            return new RunLast().execute(parsed);
        });
        line.setParameterExceptionHandler(CommandRunner::misused);
        line.setExecutionExceptionHandler((failure, which, parsed) ->
                failed(failure, parsed.originalArgs().contains(DEBUG), which.getErr()));
        return line;
    }

    /**
     * Creates a command as {@link #line(Object)} does, with the common options, also of its subcommands, that prints to the streams of the
     * environment.
     */
    public static CommandLine line(Object command, CommandEnvironment environment) {
        CommandLine line = line(command);
        Stream.concat(Stream.of(line), line.getSubcommands().values().stream())
                .forEach(each -> each.addMixin("common", new CommonOptions()));
        return printing(line, environment);
    }

    /**
     * Refuses an option with an empty value, as an unset variable of the shell leaves it: with its default, the command would for example
     * measure another database. Only a password may be empty.
     *
     * @throws ParameterException naming the option
     */
    public static void requireValues(ParseResult parsed) {
        for (OptionSpec option : parsed.matchedOptions()) {
            boolean secret = option.longestName().toLowerCase(Locale.ROOT).contains("password");
            if (!secret
                    && option.arity().min() > 0
                    && option.originalStringValues().contains("")) {
                throw new ParameterException(
                        parsed.commandSpec().commandLine(), EmptyValue.message(option.longestName(), "its default"));
            }
        }
        if (parsed.hasSubcommand()) {
            requireValues(parsed.subcommand());
        }
    }

    /** Sets the streams to which a command and its subcommands print. */
    public static CommandLine printing(CommandLine line, CommandEnvironment environment) {
        line.setOut(new PrintWriter(environment.out(), true, Charset.defaultCharset()));
        line.setErr(new PrintWriter(environment.err(), true, Charset.defaultCharset()));
        return line;
    }

    /**
     * Prints why a command failed, in one line if the failure was expected, and returns the exit code.
     *
     * @param debug whether to print the stack trace too
     */
    public static int failed(Throwable failure, boolean debug, PrintWriter err) {
        Throwable told = expected(failure);
        ExitCode code = code(told);
        err.println("error: " + SecretMasking.mask(message(told)));
        if (debug) {
            failure.printStackTrace(new PrintWriter(new MaskedWriter(err), true));
        } else if (code == ExitCode.INTERNAL_ERROR) {
            err.println("This is a bug in squall; run with " + DEBUG + " for the stack trace.");
        }
        return ended(code, err);
    }

    /** Prints the last line of every error. */
    private static int ended(ExitCode code, PrintWriter err) {
        err.println("exit " + code.code() + ": " + code.meaning());
        err.flush();
        return code.code();
    }

    private static ExitCode code(Throwable failure) {
        return switch (failure) {
            case CommandException foreseen -> foreseen.exitCode();
            case InvalidPathException typed -> ExitCode.USAGE; // Squall's own paths are valid everywhere
            default -> ExitCode.INTERNAL_ERROR;
        };
    }

    /** Converts a failure of a file to an expected failure, wherever it happened. */
    private static Throwable expected(Throwable failure) {
        return switch (failure) {
            case IOException io -> CommandException.of(io);
            case UncheckedIOException io when io.getCause() != null -> CommandException.of(io.getCause());
            case InterruptedException interrupted -> {
                Thread.currentThread().interrupt();
                yield new CommandException(ExitCode.INTERRUPTED, "interrupted", interrupted);
            }
            case ExecutionException of when of.getCause() != null -> expected(of.getCause());
            default -> failure;
        };
    }

    private static String message(Throwable failure) {
        if (failure instanceof InvalidPathException path) {
            return "'" + path.getInput() + "' is not a valid path: " + path.getReason()
                    + " (the locale must be one with UTF-8, for example LC_ALL=C.UTF-8)";
        }
        String message = failure.getMessage();
        if (failure instanceof CommandException && message != null) {
            return message;
        }
        return failure.getClass().getName() + (message == null ? "" : ": " + message);
    }

    private static int misused(ParameterException mistake, String[] arguments) {
        CommandLine line = mistake.getCommandLine();
        PrintWriter err = line.getErr();
        err.println("error: " + SecretMasking.mask(explained(mistake)));
        err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
        if (Arrays.asList(arguments).contains(DEBUG)) {
            mistake.printStackTrace(new PrintWriter(new MaskedWriter(err), true));
        }
        return ended(ExitCode.USAGE, err);
    }

    private static String explained(ParameterException mistake) {
        Optional<String> unmatched = mistake instanceof UnmatchedArgumentException u
                ? u.getUnmatched().stream().findFirst()
                : Optional.empty();
        return unmatched.map(found -> unknown(found, mistake.getCommandLine())).orElseGet(() -> firstLine(mistake));
    }

    private static String unknown(String found, CommandLine line) {
        if (found.startsWith("-")) {
            String name = found.replaceFirst("=.*", ""); // the value is not misspelt, and may be secret
            return "unknown option '" + name + "'" + NearestName.hint(name, options(line));
        }
        Collection<String> commands = line.getSubcommands().keySet();
        return commands.isEmpty()
                ? "'" + found + "' is an extra argument"
                : "unknown command '" + found + "' (known: "
                        + commands.stream().sorted().collect(Collectors.joining(", ")) + ")"
                        + NearestName.hint(found, commands);
    }

    private static List<String> options(CommandLine line) {
        List<String> names = new ArrayList<>();
        line.getCommandSpec().options().forEach(option -> names.addAll(List.of(option.names())));
        return names;
    }

    private static String firstLine(ParameterException mistake) {
        String message = mistake.getMessage();
        String line = message == null
                ? mistake.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
        Matcher choice = CHOICE.matcher(line);
        return choice.matches()
                ? choice.group(1) + " must be one of " + choice.group(2).toLowerCase(Locale.ROOT) + ", not '"
                        + choice.group(3) + "'"
                : line;
    }

    /** Writer that masks secrets, one call to write at a time. */
    private static final class MaskedWriter extends FilterWriter {
        MaskedWriter(Writer out) {
            super(out);
        }

        @Override
        public void write(String text, int from, int length) throws IOException {
            out.write(SecretMasking.mask(text.substring(from, from + length)));
        }

        @Override
        public void write(char[] text, int from, int length) throws IOException {
            write(new String(text, from, length), 0, length);
        }
    }
}
