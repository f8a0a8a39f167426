package squall.benchbase.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import squall.benchbase.output.PhaseLog;
import squall.cli.command.FrontEnd;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.measure.LiveSecond;
import squall.measure.OperationTick;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.results.file.FiguresFile;
import squall.spi.CheckResult;
import squall.tpcc.TransactionType;
import squall.tpcc.audit.AuditTrail.AuditLine;
import squall.tpcc.audit.TpccHeadline;
import squall.tpcc.run.TpccLoad;
import squall.tpcc.run.TpccSettings;
import squall.verdict.JudgedRun;

/**
 * Front end of one phase: adds BenchBase's requests, TPC-C's checks, tpmC and the audit to its run.
 *
 * @param out receives the lines of the result, some of them while the run is under way
 */
record BenchbaseFrontEnd(
        BenchbaseSettings settings, TpccLoad load, TpccSettings tpcc, PhaseLog log, Consumer<String> out)
        implements FrontEnd {
    @Override
    public List<RunListener> listeners() {
        List<RunListener> listeners = new ArrayList<>(List.of(log));
        settings.monitorSeconds().ifPresent(seconds -> listeners.add(new ThroughputLines(seconds, out)));
        return listeners;
    }

    @Override
    public List<CheckResult> checks(RunResult result) throws InterruptedException {
        return settings.invocation().options().verify() ? load.check() : List.of();
    }

    @Override
    public void keep(Path directory, JudgedRun run) throws IOException {
        Optional<WindowSummary> window = measured(run);
        if (window.isPresent()) {
            TpccHeadline headline = headline(window.get());
            Files.write(directory.resolve("tpcc.csv"), headline.row().csv());
            Files.write(directory.resolve("tpcc.txt"), text(headline, window.get()));
            FiguresFile.write(directory, headline.figures());
        }
    }

    @Override
    public List<String> figures(JudgedRun run) {
        return measured(run).map(window -> headline(window).lines()).orElse(List.of());
    }

    private List<String> text(TpccHeadline headline, WindowSummary window) {
        List<String> lines = new ArrayList<>(headline.lines());
        tpcc.evidence().audit().judge(window).stream().map(AuditLine::text).forEach(lines::add);
        return lines;
    }

    private TpccHeadline headline(WindowSummary window) {
        return TpccHeadline.of(settings.scale().warehouses(), tpcc.waits().isPresent(), window);
    }

    private static Optional<WindowSummary> measured(JudgedRun run) {
        return run.result().windows().stream()
                .filter(window -> window.window().kind() == Window.Kind.STEADY)
                .findFirst();
    }

    /** Printer of the lines of {@code --interval-monitor}. Receives the run's events on the listeners' thread. */
    private static final class ThroughputLines implements RunListener {
        private final int everySeconds;
        private final Consumer<String> say;
        private long requests;

        ThroughputLines(int everySeconds, Consumer<String> say) {
            this.everySeconds = everySeconds;
            this.say = say;
        }

        @Override
        public void liveSecond(LiveSecond liveSecond) {
            requests += liveSecond.operations().stream()
                    .filter(tick ->
                            TransactionType.labelled(tick.operation().name()).isPresent())
                    .mapToLong(OperationTick::completed)
                    .sum();
            if ((liveSecond.second() + 1) % everySeconds == 0) {
                say.accept(String.format(Locale.ROOT, "Throughput: %.1f txn/sec", (double) requests / everySeconds));
                requests = 0;
            }
        }
    }
}
