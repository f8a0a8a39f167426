package squall.adversity.cli;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import squall.adversity.cli.RunAction.RepetitionCollector;
import squall.adversity.probe.ConsistencyProbes;
import squall.adversity.probe.ProbeFinding;
import squall.adversity.probe.ProbeProgress;
import squall.adversity.probe.intent.IntentLog;
import squall.adversity.probe.intent.IntentLogFile;
import squall.adversity.probe.intent.WriteIntents;
import squall.adversity.safety.FaultJournalSession;
import squall.check.DataAnomaly;
import squall.check.isolation.JudgeRequest;
import squall.cli.command.ScenarioFrontEnd;
import squall.engine.ClientPolicyLoad;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.schedule.RunStart;
import squall.measure.LiveSecond;
import squall.measure.outage.ClusterTimeline;
import squall.results.RepetitionSummary;
import squall.results.file.AtomicFile;
import squall.results.file.CanonicalJson;
import squall.scenario.expect.ExpectationMeasure;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.Cluster;
import squall.spi.ClusterLog;
import squall.spi.Load;
import squall.system.HumanNumbers;
import squall.system.OutputScreen;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TextTable;
import squall.verdict.AdversitySummary;
import squall.verdict.JudgedRun;
import squall.verdict.ProbeEvidence;

/** Front end of a scenario run, with checks in addition to its figures: the probes, and the load's checks of its own data. */
final class ScenarioChecks implements ScenarioFrontEnd, RunListener, Closeable {
    private static final String JOURNAL = "faults.jsonl";

    private final Load load;
    private final ConsistencyProbes probes;
    private final FaultJournalSession keeping;
    private final RepetitionCollector repeated;
    private final Cluster cluster;
    private final ResidueSearch residue;
    private final Map<ExpectationMeasure, Long> counts = new EnumMap<>(ExpectationMeasure.class);
    private Optional<IntentLog> log = Optional.empty();
    private Optional<ProbeProgress> progress = Optional.empty();
    private Optional<RunStart> start = Optional.empty();
    private ClusterTimeline timeline =
            ClusterTimeline.without("the run ended before the logs of the cluster were read");
    private long lastSecond;

    /** @param repeated receives the result of this run */
    ScenarioChecks(RunAction.ScenarioData data, FaultJournalSession keeping, RepetitionCollector repeated) {
        this.load = data.load();
        this.probes = data.probes();
        this.cluster = data.cluster();
        this.residue = data.residue();
        this.keeping = keeping;
        this.repeated = repeated;
    }

    @Override
    public void begin(Path directory) throws IOException, InterruptedException {
        probes.keepIn(directory);
        IntentLog begun = IntentLog.begin(directory.resolve(IntentLog.NAME), IntentLogFile.Origin.here(keeping.run()));
        log = Optional.of(begun);
        progress = Optional.of(new ProbeProgress(begun, probes, directory));
    }

    @Override
    public List<RunListener> listeners() {
        return List.of(this);
    }

    @Override
    public void started(RunStart now) {
        start = Optional.of(now);
        probes.start(now::elapsedNs, intents());
    }

    @Override
    public void liveSecond(LiveSecond liveSecond) {
        lastSecond = liveSecond.second() + 1;
        progress.ifPresent(told -> told.keep(lastSecond));
    }

    @Override
    public List<CheckResult> checks(RunResult result) throws InterruptedException {
        probes.stop();
        timeline = start.isPresent() ? logged(start.get()) : timeline;
        List<CheckResult> checks = new ArrayList<>();
        for (ProbeFinding finding : probes.verdict(intents())) {
            checks.add(finding.check());
            count(finding);
            progress.ifPresent(told -> told.judged(finding));
        }
        progress.ifPresent(told -> told.keep(lastSecond));
        List<CheckResult> own = load.check();
        checks.addAll(own);
        long failed =
                own.stream().filter(check -> check.verdict() == Verdict.FAILED).count();
        if (failed > 0 || own.stream().noneMatch(check -> check.verdict() == Verdict.UNDECIDED)) {
            counts.put(
                    ExpectationMeasure.LOAD_FLAWS,
                    failed); // an anomaly that was seen counts, whatever else could not be asked
        }
        return checks;
    }

    /** Reads the cluster's log of the time since the start of the run; that a log cannot be read ends no run. */
    private ClusterTimeline logged(RunStart began) throws InterruptedException {
        if (!(cluster instanceof ClusterLog log)) {
            return ClusterTimeline.without("Squall reads no logs of this cluster");
        }
        try {
            Instant now = Instant.now();
            long apartNs = TimeUnit.MILLISECONDS.toNanos(now.toEpochMilli() - began.epochMs()) - began.elapsedNs();
            return ClusterTimeline.of(
                    log.detection(),
                    log.events(Instant.ofEpochMilli(began.epochMs()), now),
                    began.epochMs(),
                    log.resolution().toNanos() + Math.abs(apartNs));
        } catch (IOException e) {
            return ClusterTimeline.without("the logs of the cluster cannot be read: " + e.getMessage());
        }
    }

    private void count(ProbeFinding finding) {
        if (finding.check().verdict() == Verdict.UNDECIDED || finding.check().verdict() == Verdict.SKIPPED) {
            return; // nothing was counted
        }
        long all = finding.counts().values().stream().mapToLong(Long::longValue).sum();
        switch (finding.probe()) {
            case "ledger" -> {
                long lost = finding.counts().getOrDefault(DataAnomaly.LOST, 0L);
                counts.put(ExpectationMeasure.LOST_ACKS, lost);
                counts.put(ExpectationMeasure.PHANTOMS, all - lost);
            }
            case "register" -> counts.put(ExpectationMeasure.REGISTER_VIOLATIONS, all);
            case "bank" -> counts.put(ExpectationMeasure.BANK_VIOLATIONS, all);
            case "counter" -> counts.put(ExpectationMeasure.COUNTER_VIOLATIONS, all);
            case "isolation" ->
                counts.put(
                        ExpectationMeasure.ISOLATION_VIOLATIONS, finding.check().verdict() == Verdict.FAILED ? 1L : 0L);
            default -> throw new IllegalStateException("finding of an unknown probe: " + finding.probe());
        }
    }

    @Override
    public ProbeEvidence evidence() {
        return new ProbeEvidence(
                probes.lanes(),
                start.map(begun -> probes.laneConnections(begun.originNs())).orElse(Map.of()),
                counts,
                probes.lostBySecond(),
                timeline);
    }

    @Override
    public List<String> residue() throws IOException, InterruptedException {
        return residue.residue();
    }

    @Override
    public List<String> figures(JudgedRun judged) {
        List<String> lines = new ArrayList<>();
        judged.checks().stream()
                .filter(check -> check.name().equals(JudgeRequest.ISOLATION) && check.verdict() == Verdict.PASSED)
                .forEach(check -> lines.add(check.name() + ": " + check.detail()));
        client().map(ClientPolicyRecord::line).ifPresent(lines::add);
        if (repeated.several()) {
            lines.addAll(new RepetitionSpreadTable(RepetitionSummary.of(repeated.runs())).lines());
        }
        return lines;
    }

    @Override
    public List<String> details() {
        List<String> lines = new ArrayList<>(probes.placements());
        log.map(IntentLog::cost).map(ScenarioChecks::text).ifPresent(lines::add);
        return lines;
    }

    @Override
    public Optional<RepetitionSummary> repetitions(String run, AdversitySummary adversity) {
        repeated.add(run, adversity);
        return repeated.several() ? Optional.of(RepetitionSummary.of(repeated.runs())) : Optional.empty();
    }

    private static String text(IntentLog.Cost cost) {
        return String.format(
                Locale.ROOT,
                "intent log: %,d lines, %.3f ms each, at most %.1f ms; forced %,d times, at most %.1f ms",
                cost.lines(),
                cost.sumNs() / 1e6 / cost.lines(),
                cost.longestNs() / 1e6,
                cost.forced(),
                cost.longestForceNs() / 1e6);
    }

    @Override
    public void keep(Path directory, JudgedRun judged) throws IOException {
        keeping.copy(directory.resolve(JOURNAL));
        if (client().isPresent()) {
            AtomicFile.write(directory.resolve(ClientPolicyRecord.NAME), CanonicalJson.pretty(client().get()));
        }
        close();
        if (progress.isPresent()) {
            progress.get().end();
        }
        Optional<IOException> failure = log.flatMap(IntentLog::failure);
        if (failure.isPresent()) {
            throw new IOException(
                    directory.resolve(IntentLog.NAME) + " ends early: "
                            + failure.get().getMessage(),
                    failure.get());
        }
    }

    /** Returns what the client policy of the load did, if it has one. */
    private Optional<ClientPolicyRecord> client() {
        return load instanceof ClientPolicyLoad behind
                ? Optional.of(ClientPolicyRecord.of(behind.counts(), behind.hedges()))
                : Optional.empty();
    }

    private WriteIntents intents() {
        return progress.orElseThrow(() -> new IllegalStateException("the run has no directory yet"));
    }

    @Override
    public void close() throws IOException {
        if (log.isPresent()) {
            log.get().close();
        }
    }

    /** Table of the spread of several runs of a scenario, a row for each figure of each phase. */
    private record RepetitionSpreadTable(RepetitionSummary repetitions) {
        private record Row(String phase, String figure, RepetitionSummary.Spread spread, String note) {}

        private static final List<TableField<Row>> FIELDS = List.of(
                TableField.text("phase", Table.Column.KEY, Row::phase),
                TableField.text("figure", Table.Column.KEY, Row::figure),
                TableField.number("runs", 0, row -> "" + row.spread().count()),
                TableField.number("median", 0, row -> text(row.spread().median())),
                TableField.number("low", 0, row -> text(row.spread().low())),
                TableField.number("high", 0, row -> text(row.spread().high())),
                TableField.number("confidence", 0, RepetitionSpreadTable::confidence),
                TableField.number("than control", 0, Row::note));

        List<String> lines() {
            List<Row> rows = rows();
            List<String> lines = new ArrayList<>(List.of(
                    "", "over " + HumanNumbers.counted(repetitions.runs().size(), "run")));
            lines.addAll(TextTable.lines(Table.of("repetitions", FIELDS, rows), OutputScreen.WIDEST));
            return lines;
        }

        private List<Row> rows() {
            List<Row> rows = new ArrayList<>();
            for (RepetitionSummary.PhaseSpread phase : repetitions.phases()) {
                phase.figures().forEach((figure, spread) -> {
                    String note = phase.apartFromControl().contains(figure) ? "apart" : "";
                    rows.add(new Row(phase.name(), figure, spread, note));
                });
            }
            return rows;
        }

        private static String confidence(Row row) {
            return String.format(Locale.ROOT, "%.1f %%", 100 * row.spread().confidence());
        }

        private static String text(RepetitionSummary.Reading reading) {
            return reading.longerThan().isPresent()
                    ? String.format(Locale.ROOT, "> %.3f", reading.longerThan().getAsDouble())
                    : String.format(Locale.ROOT, "%.3f", reading.value().orElseThrow());
        }
    }
}
