package squall.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import squall.spi.Nearest;

/** How every command line of Squall behaves: one line per error, the nearest known name, no stack trace unless asked for. */
public final class Commands {
    private static final String DEBUG = "--debug";

    private Commands() {}

    /**
     * A picocli command with Squall's manners. It understands {@code --debug} and {@code --version} in all its subcommands through
     * {@link CommonOptions}, which the command class mixes in.
     */
    public static CommandLine line(Object command) {
        CommandLine line = new CommandLine(command);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpWidth(Screen.WIDEST);
        line.setParameterExceptionHandler(Commands::misused);
        line.setExecutionExceptionHandler((failure, which, parsed) ->
                failed(failure, parsed.originalArgs().contains(DEBUG), which.getErr()));
        return line;
    }

    /**
     * Says why a command failed, in one line where the failure was foreseen, and returns the exit code.
     *
     * @param debug whether the stack trace is wanted too
     */
    public static int failed(Throwable failure, boolean debug, PrintWriter err) {
        Throwable told = told(failure);
        ExitCode code = told instanceof CommandException foreseen ? foreseen.exitCode() : ExitCode.INTERNAL_ERROR;
        err.println("error: " + Secrets.mask(message(told)));
        if (debug) {
            failure.printStackTrace(new PrintWriter(new MaskedWriter(err), true));
        } else if (code == ExitCode.INTERNAL_ERROR) {
            err.println("This is a fault of squall itself; " + DEBUG + " shows where.");
        }
        err.println("exit " + code.code() + ": " + code.meaning());
        err.flush();
        return code.code();
    }

    /** A file that could not be read or written is foreseen wherever that happened. */
    private static Throwable told(Throwable failure) {
        return switch (failure) {
            case IOException io -> CommandException.of(io);
            case UncheckedIOException io -> CommandException.of(io.getCause());
            case ExecutionException of when of.getCause() != null -> told(of.getCause());
            default -> failure;
        };
    }

    private static String message(Throwable failure) {
        String message = failure.getMessage();
        if (failure instanceof CommandException && message != null) {
            return message;
        }
        return failure.getClass().getName() + (message == null ? "" : ": " + message);
    }

    private static int misused(ParameterException mistake, String[] arguments) {
        CommandLine line = mistake.getCommandLine();
        PrintWriter err = line.getErr();
        err.println("error: " + Secrets.mask(explained(mistake)));
        err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
        if (Arrays.asList(arguments).contains(DEBUG)) {
            mistake.printStackTrace(new PrintWriter(new MaskedWriter(err), true));
        }
        err.flush();
        return ExitCode.USAGE.code();
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
            return "unknown option '" + name + "'" + Nearest.hint(name, options(line));
        }
        Collection<String> commands = line.getSubcommands().keySet();
        return commands.isEmpty()
                ? "'" + found + "' is one argument too many"
                : "unknown command '" + found + "' (known: "
                        + commands.stream().sorted().collect(Collectors.joining(", ")) + ")"
                        + Nearest.hint(found, commands);
    }

    private static List<String> options(CommandLine line) {
        List<String> names = new ArrayList<>();
        line.getCommandSpec().options().forEach(option -> names.addAll(List.of(option.names())));
        return names;
    }

    private static String firstLine(ParameterException mistake) {
        String message = mistake.getMessage();
        return message == null
                ? mistake.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }
}
