package squall.testbed;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.TreeMap;
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
import squall.cli.completion.PicocliSyntax;
import squall.cli.completion.Syntax;
import squall.host.StateFolder;
import squall.spi.Nearest;
import squall.spi.Options;
import squall.testbed.net.OwnNetworks;

/** {@code bin/testbed}: starts, stops, shows and forgets the databases this machine can run for real. */
@Command(
        name = "testbed",
        description = "Databases that this machine can run for real.",
        footer = "Exit codes: 0 done, whatever state status tells; 2 usage; 5 it cannot run here.")
public final class TestbedCommand {
    private static final SequencedMap<String, Kind> KINDS = kinds();

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before a method of a command is called
    TestbedCommand() {}

    private static SequencedMap<String, Kind> kinds() {
        var kinds = new LinkedHashMap<String, Kind>();
        kinds.put("cassandra", new CassandraKind());
        kinds.put("postgres", new PostgresKind());
        kinds.put("postgres-ha", new HaKind());
        return Collections.unmodifiableSequencedMap(kinds);
    }

    public static void main(String[] args) {
        System.exit(line().execute(args));
    }

    /** What can be typed after {@code bin/testbed}, for shells that complete it. */
    public static Syntax syntax() {
        return PicocliSyntax.of(line().getCommandSpec());
    }

    /** The command as a test can run it, with streams of its own. */
    static CommandLine line() {
        var line = Commands.line(new TestbedCommand());
        Objects.requireNonNull(line.getSubcommands().get("shell")).setStopAtPositional(true);
        Stream.concat(Stream.of(line), line.getSubcommands().values().stream())
                .forEach(command -> command.addMixin("common", new CommonOptions()));
        return line;
    }

    @Command(description = "Start it, made on first use; what runs already is left as it is.")
    int up(@Mixin Which which, @Mixin Making making) throws CommandException, InterruptedException {
        return act(which, (kind, options) -> kind.up(making.added(options), this::say));
    }

    @Command(description = "Stop it in good order; its data stay.")
    int down(@Mixin Which which) throws CommandException, InterruptedException {
        return act(which, Kind::down);
    }

    @Command(description = "Tell whether it runs, where, since when and how big it is.")
    int status(@Mixin Which which) throws CommandException, InterruptedException {
        return act(which, Kind::status);
    }

    @Command(description = "Stop it and remove its data for good.")
    int reset(@Mixin Which which) throws CommandException, InterruptedException {
        return act(which, Kind::reset);
    }

    @Command(name = "add-node", description = "Let one more node join.")
    int addNode(@Mixin Which which, @Mixin Joining joining) throws CommandException, InterruptedException {
        return act(which, (kind, options) -> scaling(kind).addNode(joining.added(options), this::say));
    }

    @Command(description = "Let a node hand its data to the others and leave.")
    int decommission(
            @Mixin Which which,
            @Parameters(index = "1", paramLabel = "NODE", description = "As status names it, for example n3.")
                    String node)
            throws CommandException, InterruptedException {
        return act(which, (kind, options) -> scaling(kind).decommission(options, node, this::say));
    }

    @Command(
            description = "Begin a shell in which you are root of networks of your own: clusters with --namespaces need"
                    + " no root there. It has a state folder of its own, and all that runs in it ends with it.")
    int shell(
            @Parameters(
                            index = "0",
                            arity = "0..*",
                            paramLabel = "COMMAND",
                            description = "To run instead of a shell, with its arguments.")
                    List<String> command)
            throws CommandException, InterruptedException {
        List<String> shell = List.of(System.getenv().getOrDefault("SHELL", "/bin/sh"));
        try {
            Path home = StateFolder.here().folder("shell");
            return new OwnNetworks(home).run(command == null ? shell : command);
        } catch (IOException e) {
            throw CommandException.of(e);
        }
    }

    private static Kind.Scaling scaling(Kind kind) {
        if (kind instanceof Kind.Scaling scaling) {
            return scaling;
        }
        throw new IllegalArgumentException("nodes can come and go in cassandra only");
    }

    private int act(Which which, Action action) throws CommandException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Report report = which.kind.isEmpty() ? Report.kinds(about()) : answer(which, action);
        out.println(which.json ? report.json() : report.text());
        out.flush();
        return ExitCode.OK.code();
    }

    private static Map<String, String> about() {
        var about = new TreeMap<String, String>();
        KINDS.forEach((name, kind) -> about.put(name, kind.about()));
        return about;
    }

    private static Report answer(Which which, Action action) throws CommandException, InterruptedException {
        Kind kind = KINDS.get(which.kind);
        if (kind == null) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "unknown database '" + which.kind + "' (known: " + String.join(", ", KINDS.keySet()) + ")"
                            + Nearest.hint(which.kind, KINDS.keySet()));
        }
        try {
            return action.on(kind, which.options());
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw CommandException.of(e);
        }
    }

    /** The JDK's file errors have the path alone for a message. */
    private void say(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("testbed: " + line);
        err.flush();
    }

    /** Which database is meant, and how to answer. */
    static final class Which {
        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "KIND",
                description = "What to run; without it, the list.")
        private String kind = "";

        @Option(names = "--name", description = "Tells several of a kind apart (default: the kind).")
        private String name = "";

        @Option(names = "--json", description = "Answer with one JSON document.")
        private boolean json;

        private Options options() {
            return new Options(kind, name.isEmpty() ? Map.of() : Map.of("name", name));
        }
    }

    /** Where a node is to join. */
    static final class Joining {
        private final Map<String, String> given = new TreeMap<>();

        @Option(names = "--rack", description = "Its zone (default: the next in turn).")
        void rack(String value) {
            given.put("rack", value);
        }

        @Option(names = "--dc", description = "Its data centre (default: the next in turn).")
        void dc(String value) {
            given.put("dc", value);
        }

        private Options added(Options options) {
            return options.with(given);
        }
    }

    /** What a subcommand does. */
    @FunctionalInterface
    private interface Action {
        Report on(Kind kind, Options options) throws IOException, InterruptedException;
    }
}
