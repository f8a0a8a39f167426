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
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import squall.cli.CommandRunner;
import squall.cli.CommonOptions;
import squall.cli.JsonFlag;
import squall.cli.completion.CommandSyntax;
import squall.cli.completion.PicocliSyntax;
import squall.spi.NearestName;
import squall.spi.Options;
import squall.system.CommandException;
import squall.system.CommandStep;
import squall.system.ExitCode;
import squall.system.StateFolder;
import squall.testbed.cassandra.CassandraProvider;
import squall.testbed.galera.GaleraProvider;
import squall.testbed.net.RootlessNetworks;

/** {@code bin/testbed}: starts, stops, shows and removes the databases that this machine can run. */
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
        kinds.put(
                "cassandra",
                new ClusterKind(
                        new CassandraProvider(),
                        "Apache Cassandra: one or more nodes on 127.0.0.0/8, one JVM per node, kept until reset",
                        new ClusterKind.Texts(
                                "Cassandra",
                                "cluster",
                                "was started.",
                                "No node was running.",
                                "adding a node and moving its share of the data to it"),
                        List.of("rack", "dc"),
                        true));
        kinds.put(
                "galera",
                new ClusterKind(
                        new GaleraProvider(),
                        "MariaDB Galera from installed packages: nodes on 127.0.0.1 that all accept writes, kept until"
                                + " reset",
                        new ClusterKind.Texts(
                                "Galera",
                                "group",
                                "is running.",
                                "No node was running.",
                                "adding a node and copying all data to it"),
                        List.of("rack"),
                        false));
        kinds.put("postgres", new PostgresKind());
        kinds.put(
                "postgres-ha",
                new ClusterKind(
                        new HaProvider(),
                        "a PostgreSQL primary and two synchronous standbys on 127.0.0.1, with a supervisor or Patroni"
                                + " that fails over",
                        new ClusterKind.Texts("The group", "group", "is running.", "Nothing was running.", ""),
                        List.of(),
                        false));
        return Collections.unmodifiableSequencedMap(kinds);
    }

    public static void main(String[] args) {
        System.exit(line().execute(args));
    }

    /** Returns the syntax of {@code bin/testbed}, for the completion of shells. */
    public static CommandSyntax syntax() {
        return PicocliSyntax.of(line().getCommandSpec());
    }

    /** Creates the command with its own streams, for tests. */
    static CommandLine line() {
        var line = CommandRunner.line(new TestbedCommand());
        Objects.requireNonNull(line.getSubcommands().get("shell")).setStopAtPositional(true);
        NewClusterOptions.addTo(
                Objects.requireNonNull(line.getSubcommands().get("up")).getCommandSpec());
        Stream.concat(Stream.of(line), line.getSubcommands().values().stream())
                .forEach(command -> command.addMixin(
                        "common",
                        command.getCommandName().equals("up")
                                ? new CommonOptions.WithoutVersion()
                                : new CommonOptions()));
        return line;
    }

    @Command(description = "Start the database; create it on first use. A running one is left unchanged.")
    int up(@Mixin Which which) throws CommandException, InterruptedException {
        ParseResult arguments = spec.commandLine().getParseResult().subcommand();
        return act(which, (kind, options) -> kind.up(NewClusterOptions.added(options, arguments), this::say));
    }

    @Command(description = "Shut the database down cleanly; its data is kept.")
    int down(@Mixin Which which) throws CommandException, InterruptedException {
        return act(which, DatabaseKind::down);
    }

    @Command(description = "Show whether it is running and its address; of postgres also its start and size.")
    int status(@Mixin Which which) throws CommandException, InterruptedException {
        return which.kind.isEmpty() ? statusOfAll(which) : act(which, DatabaseKind::status);
    }

    /** Prints the state of each kind, of the database with the usual or the given name. */
    private int statusOfAll(Which which) throws CommandException, InterruptedException {
        var states = new LinkedHashMap<String, Object>();
        for (String kind : KINDS.keySet()) {
            states.put(
                    kind,
                    answer(kind, which.options(kind), DatabaseKind::status).sentence());
        }
        return print(which, new TestbedReport("Databases on this machine:", states));
    }

    @Command(description = "Stop the database and delete its data permanently.")
    int reset(@Mixin Which which) throws CommandException, InterruptedException {
        return act(which, DatabaseKind::reset);
    }

    @Command(name = "add-node", description = "Add a node.")
    int addNode(@Mixin Which which, @Mixin Joining joining) throws CommandException, InterruptedException {
        return act(which, (kind, options) -> kind.addNode(joining.added(options), this::say));
    }

    @Command(description = "Move a node's data to the other nodes and remove the node.")
    int decommission(
            @Mixin Which which,
            @Parameters(index = "1", paramLabel = "NODE", description = "The name shown by status, for example n3.")
                    String node)
            throws CommandException, InterruptedException {
        return act(which, (kind, options) -> kind.decommission(options, node, this::say));
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
            throws CommandException, IOException, InterruptedException {
        List<String> shell = List.of(System.getenv().getOrDefault("SHELL", "/bin/sh"));
        Path home = StateFolder.here().folder("shell");
        return new RootlessNetworks(home).run(command == null ? shell : command);
    }

    private int act(Which which, Action action) throws CommandException, InterruptedException {
        return print(which, which.kind.isEmpty() ? about() : answer(which.kind, which.options(which.kind), action));
    }

    private int print(Which which, TestbedReport report) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(which.json.given() ? report.json() : report.text());
        out.flush();
        return ExitCode.OK.code();
    }

    private static TestbedReport about() {
        var about = new TreeMap<String, Object>();
        KINDS.forEach((name, kind) -> about.put(name, kind.about()));
        return new TestbedReport("Databases that can run on this machine:", about);
    }

    private static TestbedReport answer(String name, Options options, Action action)
            throws CommandException, InterruptedException {
        DatabaseKind kind = KINDS.get(name);
        if (kind == null) {
            throw CommandException.usage("unknown database '" + name + "' (known: " + String.join(", ", KINDS.keySet())
                    + ")" + NearestName.hint(name, KINDS.keySet()));
        }
        return CommandStep.of(() -> action.on(kind, options));
    }

    /** Prints a line on standard error. */
    private void say(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("testbed: " + line);
        err.flush();
    }

    /** Options that name the database and the form of the output. */
    static final class Which {
        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "KIND",
                description = "The kind of database; without it, the kinds are listed, by status with their state.")
        private String kind = "";

        @Option(names = "--name", description = "Distinguishes several databases of one kind (default: the kind).")
        private String name = "";

        @Mixin
        private JsonFlag json = new JsonFlag();

        private Options options(String of) {
            return new Options(of, name.isEmpty() ? Map.of() : Map.of("name", name));
        }
    }

    /** Options for the place of a node that joins. */
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

    /** Action of a subcommand. */
    @FunctionalInterface
    private interface Action {
        TestbedReport on(DatabaseKind kind, Options options) throws IOException, InterruptedException;
    }
}
