package squall.adversity.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import squall.adversity.probe.Finding;
import squall.adversity.probe.ProbeSet;
import squall.adversity.safety.Keeping;
import squall.check.Flaw;
import squall.cli.JudgedRun;
import squall.command.ScenarioFrontEnd;
import squall.run.RunListener;
import squall.run.RunResult;
import squall.scenario.Probes;
import squall.scenario.expect.Measure;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.Load;
import squall.verdict.Evidence;

/** What looks at a run beside its figures: the probes, and the checks that the load makes of its own data. */
final class Witnesses implements ScenarioFrontEnd, RunListener {
    private static final String JOURNAL = "faults.jsonl";

    private final Load load;
    private final ProbeSet probes;
    private final Probes wanted;
    private final Keeping keeping;
    private final Map<Measure, Long> counts = new EnumMap<>(Measure.class);

    /** @param wanted as the scenario says: what was counted, none included, is known for those only */
    Witnesses(Load load, ProbeSet probes, Probes wanted, Keeping keeping) {
        this.load = load;
        this.probes = probes;
        this.wanted = wanted;
        this.keeping = keeping;
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
        probes.start(() -> System.nanoTime() - originNs);
    }

    @Override
    public List<CheckResult> checks(RunResult result) throws IOException, InterruptedException {
        probes.stop();
        List<CheckResult> checks = new ArrayList<>();
        for (Finding finding : probes.verdict()) {
            checks.add(finding.check());
            count(finding);
        }
        List<CheckResult> own = load.check();
        checks.addAll(own);
        if (own.stream().noneMatch(check -> check.verdict() == Verdict.UNDECIDED)) {
            counts.put(
                    Measure.LOAD_FLAWS,
                    own.stream()
                            .filter(check -> check.verdict() == Verdict.FAILED)
                            .count());
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
            default -> throw new IllegalStateException("a finding of an unknown probe: " + finding);
        }
    }

    @Override
    public Evidence evidence() {
        return new Evidence(wanted.lanes().isPresent() ? probes.lanes() : List.of(), counts);
    }

    @Override
    public List<String> figures(JudgedRun run) {
        return probes.placements();
    }

    @Override
    public void keep(Path directory, JudgedRun run) throws IOException {
        keeping.copy(directory.resolve(JOURNAL));
    }
}
