package squall.testbed;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.cli.CommandException;
import squall.cli.Commands;
import squall.cli.CommonOptions;
import squall.cli.ExitCode;
import squall.cli.Suggestions;
import squall.testbed.host.StateFolder;

/** {@code bin/testbed}: starts, stops, shows and forgets the databases this machine can run for real. */
@Command(
        name = "testbed",
        description = "Databases that this machine can run for real.",
        footer = "Exit codes: 0 done, whatever state status tells; 2 usage; 5 it cannot run here.")
public final class TestbedCommand {
    /** What can be run, with one sentence each. */
    private static final Map<String, String> KINDS =
            Map.of("postgres", "one PostgreSQL server on 127.0.0.1, durable, kept until reset");

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before a method of a command is called
    TestbedCommand() {}

    public static void main(String[] args) {
        System.exit(line().execute(args));
    }

    /** The command as a test can run it, with streams of its own. */
    static CommandLine line() {
        var line = Commands.line(new TestbedCommand());
        Stream.concat(Stream.of(line), line.getSubcommands().values().stream())
                .forEach(command -> command.addMixin("common", new CommonOptions()));
        return line;
    }

    @Command(description = "Start it, made on first use; the server that runs already is left as it is.")
    int up(@Mixin Which which) throws CommandException, InterruptedException {
        return which.act(out(), postgres -> Report.up(postgres, postgres.up()));
    }

    @Command(description = "Stop it in good order; its data stay.")
    int down(@Mixin Which which) throws CommandException, InterruptedException {
        return which.act(out(), postgres -> Report.down(postgres, postgres.down()));
    }

    @Command(description = "Tell whether it runs, where, since when and how big it is.")
    int status(@Mixin Which which) throws CommandException, InterruptedException {
        return which.act(out(), Report::status);
    }

    @Command(description = "Stop it and remove its data for good.")
    int reset(@Mixin Which which) throws CommandException, InterruptedException {
        return which.act(out(), postgres -> Report.reset(postgres, postgres.reset()));
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Which database is meant, and how to answer. */
    static final class Which {
        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "KIND",
                description = "What to run; without it, the list.")
        private String kind = "";

        @Option(names = "--name", description = "Tells several of a kind apart (default: ${DEFAULT-VALUE}).")
        private String name = EmbeddedPostgres.DEFAULT_NAME;

        @Option(names = "--json", description = "Answer with one JSON document.")
        private boolean json;

        int act(PrintWriter out, Action action) throws CommandException, InterruptedException {
            print(out, kind.isEmpty() ? Report.kinds(KINDS) : answer(action));
            return ExitCode.OK.code();
        }

        private Report answer(Action action) throws CommandException, InterruptedException {
            if (!KINDS.containsKey(kind)) {
                throw new CommandException(
                        ExitCode.USAGE,
                        "unknown database '" + kind + "' (known: " + String.join(", ", KINDS.keySet()) + ")"
                                + Suggestions.hint(kind, KINDS.keySet()));
            }
            try {
                return action.on(new EmbeddedPostgres(StateFolder.here(), name));
            } catch (IllegalArgumentException e) {
                throw new CommandException(ExitCode.USAGE, "--name: " + e.getMessage(), e);
            } catch (IOException e) {
                throw new CommandException(ExitCode.UNREACHABLE, reason(e), e);
            }
        }

        /** The JDK's file errors have the path alone for a message. */
        private static String reason(IOException e) {
            return e.getClass() == IOException.class
                    ? String.valueOf(e.getMessage())
                    : e.getClass().getSimpleName() + ": " + e.getMessage();
        }

        private void print(PrintWriter out, Report report) {
            out.println(json ? report.json() : report.text());
            out.flush();
        }
    }

    /** What a subcommand does. */
    @FunctionalInterface
    interface Action {
        Report on(EmbeddedPostgres postgres) throws IOException, InterruptedException;
    }
}
