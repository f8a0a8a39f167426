package squall.adversity.cli;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import squall.adversity.probe.Finding;
import squall.adversity.probe.ProbeSet;
import squall.adversity.probe.intent.IntentFile;
import squall.adversity.probe.intent.IntentLog;
import squall.adversity.probe.intent.Intents;
import squall.adversity.safety.Keeping;
import squall.check.Flaw;
import squall.cli.JudgedRun;
import squall.command.ScenarioFrontEnd;
import squall.results.RepetitionsJson;
import squall.run.RunListener;
import squall.run.RunResult;
import squall.scenario.expect.Measure;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.Load;
import squall.verdict.Adversity;
import squall.verdict.Evidence;

/** What looks at a run beside its figures: the probes, and the checks that the load makes of its own data. */
final class Witnesses implements ScenarioFrontEnd, RunListener, Closeable {
    private static final String JOURNAL = "faults.jsonl";

    /** Wide enough for every column. */
    private static final int WIDTH = 120;

    private final Load load;
    private final ProbeSet probes;
    private final Keeping keeping;
    private final Repeated repeated;
    private final Map<Measure, Long> counts = new EnumMap<>(Measure.class);
    private Optional<IntentLog> log = Optional.empty();

    /** @param repeated hears what this run came to */
    Witnesses(Load load, ProbeSet probes, Keeping keeping, Repeated repeated) {
        this.load = load;
        this.probes = probes;
        this.keeping = keeping;
        this.repeated = repeated;
    }

    @Override
    public void begin(Path directory) throws IOException {
        log = Optional.of(IntentLog.begin(directory.resolve(IntentLog.NAME), IntentFile.Origin.here(keeping.run())));
    }

    @Override
    public List<RunListener> listeners() {
        return List.of(this);
    }

    /** Called when the clock of the run has started, a moment ago. */
    @Override
    public void started(long startedAtEpochMs) {
        long sinceMs = System.currentTimeMillis() - startedAtEpochMs;
        long originNs = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(sinceMs);
        probes.start(() -> System.nanoTime() - originNs, intents());
    }

    @Override
    public List<CheckResult> checks(RunResult result) throws InterruptedException {
        probes.stop();
        List<CheckResult> checks = new ArrayList<>();
        for (Finding finding : probes.verdict(intents())) {
            checks.add(finding.check());
            count(finding);
        }
        List<CheckResult> own = load.check();
        checks.addAll(own);
        long failed =
                own.stream().filter(check -> check.verdict() == Verdict.FAILED).count();
        if (failed > 0 || own.stream().noneMatch(check -> check.verdict() == Verdict.UNDECIDED)) {
            counts.put(Measure.LOAD_FLAWS, failed); // what was seen wrong counts, whatever else could not be asked
        }
        return checks;
    }

    private void count(Finding finding) {
        if (finding.check().verdict() == Verdict.UNDECIDED || finding.check().verdict() == Verdict.SKIPPED) {
            return; // nothing was counted
        }
        long all = finding.counts().values().stream().mapToLong(Long::longValue).sum();
        switch (finding.probe()) {
            case "ledger" -> {
                long lost = finding.counts().getOrDefault(Flaw.LOST, 0L);
                counts.put(Measure.LOST_ACKS, lost);
                counts.put(Measure.PHANTOMS, all - lost);
            }
            case "register" -> counts.put(Measure.REGISTER_VIOLATIONS, all);
            case "bank" -> counts.put(Measure.BANK_VIOLATIONS, all);
            case "counter" -> counts.put(Measure.COUNTER_VIOLATIONS, all);
            default -> throw new IllegalStateException("a finding of an unknown probe: " + finding);
        }
    }

    @Override
    public Evidence evidence() {
        return new Evidence(probes.lanes(), counts);
    }

    @Override
    public List<String> figures(JudgedRun judged) {
        List<String> lines = new ArrayList<>(probes.placements());
        log.map(IntentLog::cost).map(Witnesses::told).ifPresent(lines::add);
        if (repeated.several()) {
            lines.addAll(new SpreadTable(repeated.all()).lines(WIDTH));
        }
        return lines;
    }

    @Override
    public Map<String, Object> members(String run, Adversity adversity) {
        repeated.add(run, adversity);
        return repeated.several() ? Map.of("repetitions", RepetitionsJson.of(repeated.all())) : Map.of();
    }

    private static String told(IntentLog.Cost cost) {
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
        close();
        Optional<IOException> failure = log.flatMap(IntentLog::failure);
        if (failure.isPresent()) {
            throw new IOException(
                    directory.resolve(IntentLog.NAME) + " ends early: "
                            + failure.get().getMessage(),
                    failure.get());
        }
    }

    private Intents intents() {
        return log.orElseThrow(() -> new IllegalStateException("the run has no directory yet"));
    }

    @Override
    public void close() throws IOException {
        if (log.isPresent()) {
            log.get().close();
        }
    }
}
