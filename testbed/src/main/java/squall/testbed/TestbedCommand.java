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
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.cli.CommandRunner;
import squall.cli.CommonOptions;
import squall.cli.completion.CommandSyntax;
import squall.cli.completion.PicocliSyntax;
import squall.spi.NearestName;
import squall.spi.Options;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.StateFolder;
import squall.testbed.net.RootlessNetworks;

/** {@code bin/testbed}: starts, stops, shows and forgets the databases this machine can run for real. */
@Command(
        name = "testbed",
        description = "Start and stop real databases on this machine.",
        footer = "Exit codes: 0 done (for status: in any state); 2 usage; 5 it cannot run on this machine.")
public final class TestbedCommand {
    private static final SequencedMap<String, DatabaseKind> KINDS = kinds();

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before a method of a command is called
    TestbedCommand() {}

    private static SequencedMap<String, DatabaseKind> kinds() {
        var kinds = new LinkedHashMap<String, DatabaseKind>();
        kinds.put("cassandra", new CassandraKind());
        kinds.put("galera", new GaleraKind());
        kinds.put("postgres", new PostgresKind());
        kinds.put("postgres-ha", new HaKind());
        return Collections.unmodifiableSequencedMap(kinds);
    }

    public static void main(String[] args) {
        System.exit(line().execute(args));
    }

    /** What can be typed after {@code bin/testbed}, for shells that complete it. */
    public static CommandSyntax syntax() {
        return PicocliSyntax.of(line().getCommandSpec());
    }

    /** The command with its own streams, for tests. */
    static CommandLine line() {
        var line = CommandRunner.line(new TestbedCommand());
        Objects.requireNonNull(line.getSubcommands().get("shell")).setStopAtPositional(true);
        Stream.concat(Stream.of(line), line.getSubcommands().values().stream())
                .forEach(command -> command.addMixin(
                        "common",
                        command.getCommandName().equals("up")
                                ? new CommonOptions.WithoutVersion()
                                : new CommonOptions()));
        return line;
    }

    @Command(description = "Start the database; create it on first use. A running one is left unchanged.")
    int up(@Mixin Which which, @Mixin NewClusterOptions making) throws CommandException, InterruptedException {
        return act(which, (kind, options) -> kind.up(making.added(options), this::say));
    }

    @Command(description = "Shut the database down cleanly; its data is kept.")
    int down(@Mixin Which which) throws CommandException, InterruptedException {
        return act(which, DatabaseKind::down);
    }

    @Command(description = "Show whether it is running, its address, uptime and size.")
    int status(@Mixin Which which) throws CommandException, InterruptedException {
        return act(which, DatabaseKind::status);
    }

    @Command(description = "Stop the database and delete its data permanently.")
    int reset(@Mixin Which which) throws CommandException, InterruptedException {
        return act(which, DatabaseKind::reset);
    }

    @Command(name = "add-node", description = "Add a node.")
    int addNode(@Mixin Which which, @Mixin Joining joining) throws CommandException, InterruptedException {
        return act(which, (kind, options) -> scaling(kind).addNode(joining.added(options), this::say));
    }

    @Command(description = "Move a node's data to the other nodes and remove the node.")
    int decommission(
            @Mixin Which which,
            @Parameters(index = "1", paramLabel = "NODE", description = "The name shown by status, for example n3.")
                    String node)
            throws CommandException, InterruptedException {
        return act(which, (kind, options) -> scaling(kind).decommission(options, node, this::say));
    }

    @Command(
            description =
                    "Start a shell in which you are root of your own network namespaces: clusters with --namespaces need"
                            + " no real root there. It has its own state folder, and everything started in it ends with it.")
    int shell(
            @Parameters(
                            index = "0",
                            arity = "0..*",
                            paramLabel = "COMMAND",
                            description = "Command to run instead of a shell, with its arguments.")
                    List<String> command)
            throws CommandException, InterruptedException {
        List<String> shell = List.of(System.getenv().getOrDefault("SHELL", "/bin/sh"));
        try {
            Path home = StateFolder.here().folder("shell");
            return new RootlessNetworks(home).run(command == null ? shell : command);
        } catch (IOException e) {
            throw CommandException.of(e);
        }
    }

    private static DatabaseKind.Scaling scaling(DatabaseKind kind) {
        if (kind instanceof DatabaseKind.Scaling scaling) {
            return scaling;
        }
        throw new IllegalArgumentException("nodes can be added and removed only in cassandra and galera");
    }

    private int act(Which which, Action action) throws CommandException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        TestbedReport report = which.kind.isEmpty() ? TestbedReport.kinds(about()) : answer(which, action);
        out.print(which.json ? report.json() : report.text());
        out.flush();
        return ExitCode.OK.code();
    }

    private static Map<String, String> about() {
        var about = new TreeMap<String, String>();
        KINDS.forEach((name, kind) -> about.put(name, kind.about()));
        return about;
    }

    private static TestbedReport answer(Which which, Action action) throws CommandException, InterruptedException {
        DatabaseKind kind = KINDS.get(which.kind);
        if (kind == null) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "unknown database '" + which.kind + "' (known: " + String.join(", ", KINDS.keySet()) + ")"
                            + NearestName.hint(which.kind, KINDS.keySet()));
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
                description = "The kind of database; without it, the kinds are listed.")
        private String kind = "";

        @Option(names = "--name", description = "Distinguishes several databases of one kind (default: the kind).")
        private String name = "";

        @Option(names = "--json", description = "Print one JSON document.")
        private boolean json;

        private Options options() {
            return new Options(kind, name.isEmpty() ? Map.of() : Map.of("name", name));
        }
    }

    /** Where a node is to join. */
    static final class Joining {
        private final Map<String, String> given = new TreeMap<>();

        @Option(names = "--rack", description = "The zone of the node (default: the next in turn).")
        void rack(String value) {
            given.put("rack", value);
        }

        @Option(names = "--dc", description = "The data centre of the node (default: the next in turn).")
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
        TestbedReport on(DatabaseKind kind, Options options) throws IOException, InterruptedException;
    }

    /** {@code bin/testbed ... postgres}. */
    private static final class PostgresKind implements DatabaseKind {
        @Override
        public String about() {
            return "one PostgreSQL server on 127.0.0.1, durable, kept until reset";
        }

        @Override
        public TestbedReport up(Options options, Consumer<String> say) throws IOException, InterruptedException {
            options.allowOnly(List.of("name", EmbeddedPostgres.DATA_DIRS));
            EmbeddedPostgres postgres = named(options);
            return TestbedReport.up(postgres, postgres.up(EmbeddedPostgres.dataFolders(options)));
        }

        @Override
        public TestbedReport down(Options options) throws IOException, InterruptedException {
            EmbeddedPostgres postgres = postgres(options);
            return TestbedReport.down(postgres, postgres.down());
        }

        @Override
        public TestbedReport status(Options options) throws IOException, InterruptedException {
            return TestbedReport.status(postgres(options));
        }

        @Override
        public TestbedReport reset(Options options) throws IOException, InterruptedException {
            EmbeddedPostgres postgres = postgres(options);
            return TestbedReport.reset(postgres, postgres.reset());
        }

        private static EmbeddedPostgres postgres(Options options) throws IOException {
            options.allowOnly(List.of("name"));
            return named(options);
        }

        private static EmbeddedPostgres named(Options options) throws IOException {
            return new EmbeddedPostgres(StateFolder.here(), options.text("name", EmbeddedPostgres.DEFAULT_NAME));
        }
    }

    /** A database that {@code bin/testbed} can run; the option {@code name} distinguishes several of a kind. */
    interface DatabaseKind {
        /** One sentence for users. */
        String about();

        /** @param say receives one line for each step that takes noticeable time */
        TestbedReport up(Options options, Consumer<String> say) throws IOException, InterruptedException;

        TestbedReport down(Options options) throws IOException, InterruptedException;

        TestbedReport status(Options options) throws IOException, InterruptedException;

        TestbedReport reset(Options options) throws IOException, InterruptedException;

        /** A kind whose nodes can come and go. */
        interface Scaling extends DatabaseKind {
            /** @param say as for {@link #up} */
            TestbedReport addNode(Options options, Consumer<String> say) throws IOException, InterruptedException;

            TestbedReport decommission(Options options, String node, Consumer<String> say)
                    throws IOException, InterruptedException;
        }
    }
}
