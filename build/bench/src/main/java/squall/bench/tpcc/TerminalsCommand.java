package squall.bench.tpcc;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.CommonOptions;
import squall.cli.command.FrontEnd;
import squall.cli.command.MeasuredRun;
import squall.cli.command.PreparedLoad;
import squall.cli.command.RunTerms;
import squall.cli.progress.ProgressConsole;
import squall.cli.progress.ProgressMode;
import squall.engine.RunResult;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.measure.WindowSummary;
import squall.results.RunInfo;
import squall.spi.CheckResult;
import squall.sql.SqlDatabase;
import squall.sql.driver.SqlSettings;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.TerminalStreams;
import squall.tpcc.WarehouseScale;
import squall.tpcc.audit.TpccHeadline;
import squall.tpcc.run.TpccLoad;
import squall.tpcc.run.TpccSettings;
import squall.tpcc.terminal.TerminalHomes;
import squall.tpcc.terminal.TerminalWaits;
import squall.tpcc.terminal.TransactionMix.DeckMix;
import squall.verdict.ErrorBudget;
import squall.verdict.JudgedRun;

/**
 * TPC-C with all waits of the specification on the driver with dials: the cost of tens of thousands of terminals for the client. Nothing
 * is checked afterwards, because nothing is stored.
 */
@Command(name = "tpcc-terminals", description = "Runs TPC-C terminals with think times on the driver with dials.")
public final class TerminalsCommand implements Callable<Integer> {
    private static final long SEED = 1;

    @Option(names = "--warehouses", required = true, description = "Number of warehouses; each has ten terminals.")
    private int warehouses;

    @Option(names = "--sessions", required = true, description = "Number of connections that the terminals share.")
    private int sessions;

    @Option(
            names = "--latency",
            defaultValue = "exponential(2ms)",
            description = "Latency of each call, written as for the dial.")
    private String latency = "";

    @Option(
            names = "--warmup",
            defaultValue = "30",
            description = "Warm-up in seconds; a user's cycle takes 21 s on average.")
    private int warmUpSeconds;

    @Option(names = "--seconds", defaultValue = "60", description = "Measured seconds after the warm-up.")
    private int seconds;

    @Option(names = "--results", required = true, description = "Folder for the run directory.")
    private Path results = Path.of("");

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    TerminalsCommand() {}

    public static void main(String[] args) {
        System.exit(CommandRunner.line(new TerminalsCommand())
                .addMixin("common", new CommonOptions())
                .execute(args));
    }

    @Override
    public Integer call() throws CommandException, IOException, InterruptedException {
        CommandEnvironment here = CommandEnvironment.ofProcess();
        ProgressConsole console = new ProgressConsole(
                here.err(), TerminalStreams.here(TerminalStreams.Color.AUTO).err(), ProgressMode.PLAIN);
        try (TpccLoad load = load()) {
            PreparedLoad job = new PreparedLoad("execute", load, plan(), info(load));
            RunTerms terms = new RunTerms(results, ErrorBudget.NONE, List.of(), List.of());
            return new MeasuredRun(job, terms, console)
                    .execute(new TerminalsReport(warehouses, here.out()))
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
        WarehouseScale scale = WarehouseScale.of(warehouses);
        return new TpccSettings(
                TerminalHomes.specified(scale),
                new DeckMix(),
                Optional.of(TerminalWaits.SPECIFIED),
                SEED,
                true,
                TpccSettings.TpccEvidence.of(scale));
    }

    private LoadPlan plan() {
        int deferred = Math.max(1, sessions / 10);
        return new LoadPlan(
                sessions,
                new LoadPace.Users(
                        warehouses * WarehouseScale.DISTRICTS,
                        settings().users().orElseThrow(),
                        deferred),
                OptionalLong.empty(),
                Optional.of(Duration.ofSeconds(seconds)),
                Duration.ofSeconds(warmUpSeconds),
                Duration.ofSeconds(5),
                SEED,
                LoadPlan.Threads.suiting(sessions),
                List.of());
    }

    private RunInfo info(TpccLoad load) {
        String workload = String.format(Locale.ROOT, "tpcc-%d", warehouses);
        return new RunInfo(
                workload,
                "dials",
                List.of("build/bench/tpcc-terminals"),
                SEED,
                Map.of("latency", latency),
                Map.of(),
                load.database(),
                Map.of());
    }

    /**
     * Report of a run as one line for {@code build/bench/tpcc-terminals}: transactions a second, efficiency in percent of what the specification
     * allows, p50 and p99 of New-Order from intended start in ms, p99 of the lag in ms, platform threads at the most, failed, unfinished.
     */
    private record TerminalsReport(int warehouses, PrintStream out) implements FrontEnd {
        @Override
        public List<CheckResult> checks(RunResult result) {
            return List.of();
        }

        @Override
        public void report(JudgedRun run) {
            WindowSummary measured = run.result().windows().getLast();
            Histogram latency = measured.operations().getFirst().latency();
            out.printf(
                    Locale.ROOT,
                    "%.0f %.1f %.1f %.1f %.2f %d %d %d%n",
                    measured.goodputPerSecond(),
                    TpccHeadline.of(warehouses, true, measured).efficiencyPercent(),
                    latency.getValueAtPercentile(50) / 1e3,
                    latency.getValueAtPercentile(99) / 1e3,
                    run.result().client().lagP99Ns() / 1e6,
                    ManagementFactory.getThreadMXBean().getPeakThreadCount(),
                    run.result().total().failed(),
                    run.result().unfinished());
        }
    }
}
