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
import squall.adversity.Kinds;
import squall.adversity.probe.Finding;
import squall.adversity.probe.ProbeSet;
import squall.adversity.probe.intent.IntentFile;
import squall.adversity.probe.intent.IntentLog;
import squall.adversity.safety.Journals;
import squall.adversity.safety.Line;
import squall.adversity.safety.Residue;
import squall.adversity.safety.Story;
import squall.adversity.scenarios.Scenarios;
import squall.cli.ExitCode;
import squall.results.Json;
import squall.results.RecordedRun;
import squall.results.WholeFile;
import squall.scenario.Choice;
import squall.scenario.Scenario;
import squall.scenario.yaml.ScenarioReader;
import squall.spi.CheckResult.Verdict;
import squall.spi.Cluster;

/**
 * Judges the data of a run whose process is gone, by what it had meant to write and by the database as it is now.
 *
 * @param cluster in place of the one that the run says it was on
 */
record Inquest(RecordedRun run, Optional<Choice> cluster, Consumer<String> out) {
    private static final String RESULT = "check.json";

    /**
     * Looks, tells, and writes {@value #RESULT} into the run directory.
     *
     * @return {@link ExitCode#DATA} if something is wrong, {@link ExitCode#INVALID} if nobody can tell
     * @throws IOException if the cluster is not whole, or cannot be asked
     */
    ExitCode hold() throws IOException, InterruptedException {
        Path log = run.path().resolve(IntentLog.NAME);
        if (!Files.exists(log)) {
            out.accept("nothing is known of its data: there is no " + log + ", so it ended before it wrote anything");
            return ExitCode.INVALID;
        }
        if (IntentFile.removed(log)) {
            out.accept(
                    "its data were sound: all that was acknowledged was there, and what the probes wrote is removed");
            return ExitCode.OK;
        }
        requireHealed(IntentFile.origin(log).run());
        List<Finding> findings = findings(log);
        ExitCode code = code(findings);
        findings.stream().map(Inquest::told).forEach(out);
        WholeFile.write(run.path().resolve(RESULT), Json.pretty(json(findings, code)));
        out.accept("judged now: " + code.code() + ": " + code.meaning());
        return code;
    }

    /** While a fault holds, what is not seen is not lost. */
    private static void requireHealed(String id) throws IOException {
        List<String> open = Journals.here().story(id).map(Story::open).orElse(List.of()).stream()
                .map(Line::undo)
                .map(Object::toString)
                .toList();
        if (!open.isEmpty()) {
            throw new IOException(
                    "the run's " + String.join(", ", open) + " must be healed before its data can be judged;"
                            + " its sentinel is about to do so, else 'adversity heal --run " + id + "' does");
        }
    }

    private List<Finding> findings(Path log) throws IOException, InterruptedException {
        Scenario scenario = new Scenarios(Map.of())
                .read(run.path().resolve("config").resolve("scenario.yaml").toString(), ScenarioReader.FULL);
        Cluster there = found(scenario);
        boolean forgetting = IntentFile.origin(log).cutByMachine();
        try (ProbeSet probes = ProbeSet.recalled(scenario.setting().probes(), there.target(), there.nodes(), log);
                IntentLog kept = IntentLog.reopen(log)) {
            return probes.verdict(kept).stream()
                    .map(finding -> forgetting
                            ? finding.forgetting("the machine went down too, and with it what was meant last")
                            : finding)
                    .toList();
        }
    }

    private Cluster found(Scenario scenario) throws IOException, InterruptedException {
        Choice choice = cluster.or(() -> scenario.setting().cluster().cluster())
                .orElseThrow(
                        () -> new IOException(run.path() + " does not say which cluster it was on; say --cluster"));
        Cluster there = Kinds.ofClusters().named(choice.kind()).find(choice.options("cluster"));
        List<String> residue = Residue.of(there);
        if (!residue.isEmpty()) {
            throw new IOException(
                    "the cluster must be whole before its data can be judged: " + String.join(", ", residue));
        }
        return there;
    }

    private static ExitCode code(List<Finding> findings) {
        List<Verdict> verdicts =
                findings.stream().map(finding -> finding.check().verdict()).toList();
        if (verdicts.contains(Verdict.FAILED)) {
            return ExitCode.DATA;
        }
        boolean sure = verdicts.contains(Verdict.PASSED) && !verdicts.contains(Verdict.UNDECIDED);
        return sure ? ExitCode.OK : ExitCode.INVALID;
    }

    private static String told(Finding finding) {
        return finding.probe() + " " + label(finding) + ": " + finding.check().detail();
    }

    private static String label(Finding finding) {
        return finding.check().verdict().name().toLowerCase(Locale.ROOT);
    }

    private static Map<String, Object> json(List<Finding> findings, ExitCode code) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema_version", 1);
        json.put("checked_at", Instant.now().toString());
        json.put("exit_code", code.code());
        json.put("checks", findings.stream().map(Inquest::json).toList());
        return json;
    }

    private static Map<String, Object> json(Finding finding) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", finding.probe());
        json.put("verdict", label(finding));
        json.put("detail", finding.check().detail());
        finding.counts().forEach((flaw, count) -> json.put(flaw.label(), count));
        return json;
    }
}
