package squall.bench.tpcc;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import squall.cli.CommandException;
import squall.cli.Commands;
import squall.cli.CommonOptions;
import squall.cli.ErrorBudget;
import squall.cli.ExitCode;
import squall.cli.Surroundings;
import squall.cli.Terminal;
import squall.cli.progress.Console;
import squall.cli.progress.Mode;
import squall.command.Job;
import squall.command.MeasuredRun;
import squall.command.Terms;
import squall.results.RunInfo;
import squall.run.Pace;
import squall.run.Plan;
import squall.sql.SqlDatabase;
import squall.sql.SqlSettings;
import squall.tpcc.Scale;
import squall.tpcc.run.Evidence;
import squall.tpcc.run.TpccLoad;
import squall.tpcc.run.TpccSettings;
import squall.tpcc.terminal.Deck;
import squall.tpcc.terminal.Homes;
import squall.tpcc.terminal.Waits;

/**
 * TPC-C with all waits of the specification on the driver with dials: what ten thousands of terminals cost the client. Nothing is checked
 * afterwards, because nothing is stored.
 */
@Command(name = "tpcc-terminals", description = "TPC-C's thinking terminals on the driver with dials.")
public final class TerminalsCommand implements Callable<Integer> {
    private static final long SEED = 1;

    @Option(names = "--warehouses", required = true, description = "Ten terminals each.")
    private int warehouses;

    @Option(names = "--sessions", required = true, description = "Connections that the terminals share.")
    private int sessions;

    @Option(names = "--latency", defaultValue = "exponential(2ms)", description = "Of each call, as a dial is set.")
    private String latency = "";

    @Option(names = "--warmup", defaultValue = "30", description = "Seconds; a user's cycle takes 21 on average.")
    private int warmUpSeconds;

    @Option(names = "--seconds", defaultValue = "60", description = "Measured, after the warm-up.")
    private int seconds;

    @Option(names = "--results", required = true, description = "Where the run directory goes.")
    private Path results = Path.of("");

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    TerminalsCommand() {}

    public static void main(String[] args) {
        System.exit(Commands.line(new TerminalsCommand())
                .addMixin("common", new CommonOptions())
                .execute(args));
    }

    @Override
    public Integer call() throws CommandException, IOException, InterruptedException {
        Surroundings here = Surroundings.ofProcess();
        Console console =
                new Console(here.err(), Terminal.here(Terminal.Color.AUTO).err(), Mode.PLAIN);
        try (TpccLoad load = load()) {
            Job job = new Job("execute", load, plan(), info(load));
            Terms terms = new Terms(results, ErrorBudget.NONE, List.of());
            return new MeasuredRun(job, terms, console)
                    .execute(new TerminalsRow(warehouses, here.out()))
                    .code();
        }
    }

    private TpccLoad load() throws CommandException, InterruptedException {
        try {
            TpccLoad load = new TpccLoad(SqlDatabase.connect(SqlSettings.of(url(), "", "")), settings());
            load.setUp();
            return load;
        } catch (IOException e) {
            throw new CommandException(ExitCode.UNREACHABLE, String.valueOf(e.getMessage()), e);
        }
    }

    private String url() {
        return "jdbc:dials:shop?version=PostgreSQL+17+as+dialled&warehouses=" + warehouses + "&latency=" + latency;
    }

    private TpccSettings settings() {
        Scale scale = Scale.of(warehouses);
        return new TpccSettings(
                Homes.specified(scale), new Deck(), Optional.of(Waits.SPECIFIED), SEED, true, Evidence.of(scale));
    }

    private Plan plan() {
        int deferred = Math.max(1, sessions / 10);
        return new Plan(
                sessions,
                new Pace.Users(warehouses * Scale.DISTRICTS, settings().users().orElseThrow(), deferred),
                OptionalLong.empty(),
                Optional.of(Duration.ofSeconds(seconds)),
                Duration.ofSeconds(warmUpSeconds),
                Duration.ofSeconds(5),
                SEED,
                Plan.Threads.suiting(sessions),
                List.of());
    }

    private RunInfo info(TpccLoad load) {
        String workload = String.format(Locale.ROOT, "tpcc-%d", warehouses);
        return new RunInfo(
                workload,
                "dials",
                List.of("bench/tpcc-terminals"),
                SEED,
                Map.of("latency", latency),
                Map.of(),
                load.database(),
                Map.of());
    }
}
