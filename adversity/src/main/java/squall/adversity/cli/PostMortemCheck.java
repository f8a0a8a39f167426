package squall.adversity.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import squall.adversity.ProviderRegistry;
import squall.adversity.probe.ConsistencyProbes;
import squall.adversity.probe.ProbeFinding;
import squall.adversity.probe.intent.IntentLog;
import squall.adversity.probe.intent.IntentLogFile;
import squall.adversity.run.SafetyGuards;
import squall.adversity.safety.FaultResidue;
import squall.adversity.safety.JournalFolder;
import squall.adversity.safety.UndoJournal.Contents;
import squall.check.DataCheck;
import squall.results.Manifest;
import squall.results.PostMortemRecord;
import squall.results.file.AtomicFile;
import squall.results.file.CanonicalJson;
import squall.results.history.IsolationRecord;
import squall.results.history.RecordedHistory;
import squall.results.recorded.RecordedRun;
import squall.scenario.ProviderSpec;
import squall.scenario.Scenario;
import squall.scenario.yaml.ScenarioReader;
import squall.spi.CheckResult.Verdict;
import squall.spi.Cluster;
import squall.spi.ClusterProvider;
import squall.system.ExitCode;

/**
 * Check of the data of a run whose process is gone, by comparing its recorded writes with the database.
 *
 * @param cluster instead of the one recorded in the run
 */
record PostMortemCheck(RecordedRun run, Optional<ProviderSpec> cluster, Consumer<String> out) {
    /** Record of probes whose data the run, or an earlier check, has judged sound and removed. */
    private static final PostMortemRecord.CheckedProbe REMOVED = new PostMortemRecord.CheckedProbe(
            "probes",
            Verdict.PASSED,
            "every acknowledged write is present, and the data of the probes is removed",
            Map.of());

    /**
     * Checks, reports, and writes {@value PostMortemRecord#NAME} into the run directory.
     *
     * @return {@link ExitCode#DATA} if an anomaly is found, {@link ExitCode#INVALID} if it cannot be decided
     * @throws IOException if the cluster is not complete, or cannot be asked
     */
    ExitCode hold() throws IOException, InterruptedException {
        Path log = run.path().resolve(IntentLog.NAME);
        if (!Files.exists(log)) {
            out.accept("its data cannot be checked: there is no " + log
                    + ": the run has no probe, or ended before one wrote anything");
            return ExitCode.INVALID;
        }
        boolean removed = IntentLogFile.removed(log);
        if (removed) {
            out.accept("its data is correct: " + REMOVED.detail());
            if (!loadLeft()) {
                if (run.postMortem().isEmpty()) { // otherwise an earlier check has recorded more
                    record(List.of(REMOVED), ExitCode.OK);
                }
                return ExitCode.OK;
            }
        } else {
            requireHealed(IntentLogFile.origin(log).run());
        }
        List<ProbeFinding> findings = removed ? transactions().stream().toList() : findings(log);
        if (findings.isEmpty()) {
            out.accept(
                    "its data cannot be checked: the run had no probe of data, and its load recorded no transactions");
            return ExitCode.INVALID;
        }
        ExitCode code = code(findings);
        findings.stream().map(PostMortemCheck::text).forEach(out);
        record(findings.stream().map(PostMortemCheck::checked).toList(), code);
        out.accept("judged now: " + code.code() + ": " + code.meaning());
        return code;
    }

    /** Checks that no fault is in effect: during one, a missing row is not a lost one. */
    private static void requireHealed(String id) throws IOException {
        List<String> open =
                JournalFolder.here().contents(id).map(Contents::left).orElse(List.of());
        if (!open.isEmpty()) {
            throw new IOException("the run's " + String.join(", ", open)
                    + " must be healed before its data can be checked;"
                    + " its watchdog is about to heal it; if it does not, use 'adversity heal --run " + id + "'");
        }
    }

    private List<ProbeFinding> findings(Path log) throws IOException, InterruptedException {
        Scenario scenario = new ScenarioFinder(Map.of())
                .read(run.path().resolve("config").resolve("scenario.yaml").toString(), ScenarioReader.FULL);
        Cluster there = found(scenario);
        boolean forgetting = IntentLogFile.origin(log).cutByMachine();
        try (ConsistencyProbes probes = ConsistencyProbes.recalled(
                        scenario.setting().probes(), there.target(), there.clientNodes(), log);
                IntentLog kept = IntentLog.reopen(log)) {
            return Stream.concat(
                            probes.verdict(kept).stream()
                                    .map(finding -> forgetting
                                            ? finding.forgetting(
                                                    "the machine went down too, and with it the last intents")
                                            : finding),
                            transactions().stream())
                    .toList();
        }
    }

    /** Returns whether the load recorded transactions that the run did not come to judge. */
    private boolean loadLeft() {
        return hasHistory() && !Files.exists(run.path().resolve(IsolationRecord.HistorySource.LOAD.record()));
    }

    private boolean hasHistory() {
        return Files.exists(run.path().resolve(IsolationRecord.HistorySource.LOAD.history()));
    }

    /** Checks the isolation of a load that recorded its transactions. */
    private Optional<ProbeFinding> transactions() throws InterruptedException {
        if (!hasHistory()) {
            return Optional.empty();
        }
        return Optional.of(ProbeFinding.of(DataCheck.of(
                "isolation of the load",
                "committed transactions",
                check -> RecordedHistory.judge(run.path(), IsolationRecord.HistorySource.LOAD, check))));
    }

    private Cluster found(Scenario scenario) throws IOException, InterruptedException {
        ProviderSpec choice = cluster.or(() -> scenario.setting().cluster().cluster())
                .orElseThrow(() -> new IOException(run.path() + " does not record its cluster; give --cluster"));
        ClusterProvider provider = ProviderRegistry.ofClusters().named(choice.kind());
        new SafetyGuards(scenario.setting().safety()).requireControl(provider, choice.options("cluster"));
        Cluster there = provider.find(choice.options("cluster"));
        List<String> residue = FaultResidue.of(there);
        if (!residue.isEmpty()) {
            throw new IOException(
                    "the cluster must be healthy before its data can be checked: " + String.join(", ", residue));
        }
        return there;
    }

    private static ExitCode code(List<ProbeFinding> findings) {
        List<Verdict> verdicts =
                findings.stream().map(finding -> finding.check().verdict()).toList();
        if (verdicts.contains(Verdict.FAILED)) {
            return ExitCode.DATA;
        }
        boolean sure = verdicts.contains(Verdict.PASSED) && !verdicts.contains(Verdict.UNDECIDED);
        return sure ? ExitCode.OK : ExitCode.INVALID;
    }

    private static String text(ProbeFinding finding) {
        return finding.probe() + " " + label(finding) + ": " + finding.check().detail();
    }

    private static String label(ProbeFinding finding) {
        return finding.check().verdict().name().toLowerCase(Locale.ROOT);
    }

    private void record(List<PostMortemRecord.CheckedProbe> checks, ExitCode code) throws IOException {
        PostMortemRecord record =
                new PostMortemRecord(Manifest.SCHEMA_VERSION, Instant.now().toString(), code.code(), checks);
        AtomicFile.write(run.path().resolve(PostMortemRecord.NAME), CanonicalJson.pretty(record));
    }

    private static PostMortemRecord.CheckedProbe checked(ProbeFinding finding) {
        Map<String, Long> counts = new LinkedHashMap<>();
        finding.counts().forEach((flaw, count) -> counts.put(flaw.label(), count));
        return new PostMortemRecord.CheckedProbe(
                finding.probe(), finding.check().verdict(), finding.check().detail(), counts);
    }
}
