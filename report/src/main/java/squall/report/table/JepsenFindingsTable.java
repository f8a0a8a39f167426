package squall.report.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import squall.check.isolation.Anomaly;
import squall.check.isolation.IsolationExpectation;
import squall.engine.phases.ScenarioResult.InjectionRecord;
import squall.results.Manifest;
import squall.results.RunSummary;
import squall.results.history.IsolationRecord;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.verdict.AdversitySummary;

/**
 * Table of published findings: a row for each, with how often it was seen and how often its negative control, the same load with a setting
 * that excludes it, was clean. What a run belongs to is in its tags.
 */
final class JepsenFindingsTable {
    private static final String FINDING = "finding";
    private static final String ROLE = "as";
    private static final String CONTROL = "control";
    private static final String CHECK = "check";
    private static final String SOURCE = "source";
    private static final String SETTING = "setting";
    private static final String ISOLATION = "isolation";

    private static final List<TableField<PublishedFinding>> FIELDS = List.of(
            TableField.words("finding", finding -> finding.name),
            new TableField<>("source", "", finding -> finding.any(SOURCE)),
            TableField.words("database", finding -> finding.databases()),
            new TableField<>("check", "", finding -> finding.any(CHECK)),
            new TableField<>("setting", "", finding -> PublishedFinding.setting(finding.tries)),
            new TableField<>("seen", "runs", finding -> PublishedFinding.counted(finding.tries, Outcome.SEEN)),
            new TableField<>("control", "", finding -> PublishedFinding.setting(finding.controls)),
            new TableField<>("clean", "runs", finding -> PublishedFinding.counted(finding.controls, Outcome.CLEAN)),
            new TableField<>("command", "of the finding", PublishedFinding::command));

    private JepsenFindingsTable() {}

    /** @throws IllegalArgumentException if the tags of a run do not say what it belongs to */
    static Table of(List<NamedRun> runs) throws IOException {
        Map<String, PublishedFinding> findings = new LinkedHashMap<>();
        for (NamedRun run : runs) {
            Try made = Try.of(run);
            findings.computeIfAbsent(made.tag(FINDING), PublishedFinding::new).add(made);
        }
        List<String> notes = new ArrayList<>(List.of(
                "Seen and clean are counted over the runs in which the check was decided and the fault, if there is one, was in effect.",
                "A control is the same load and fault with the setting under 'control'."));
        findings.values().forEach(finding -> notes.addAll(finding.remarks()));
        return Table.of(
                PaperTable.JEPSEN_FINDINGS.label(),
                "Published findings, and their negative controls",
                notes,
                FIELDS,
                List.copyOf(findings.values()));
    }

    /** Outcome of one run. */
    private enum Outcome {
        SEEN,
        CLEAN,
        UNDECIDED
    }

    /**
     * Run for a finding or for its control.
     *
     * @param reason why it is undecided; else empty
     */
    private record Try(NamedRun run, Map<String, String> tags, Outcome outcome, String reason) {
        static Try of(NamedRun run) throws IOException {
            Map<String, String> tags = tags(run.run().manifest());
            for (String key : List.of(FINDING, ROLE, CHECK)) {
                if (!tags.containsKey(key)) {
                    throw new IllegalArgumentException(run.run().path() + " has no tag '" + key
                            + "': name runs of bin/experiment run jepsen-findings, or tag them with --tag"
                            + " finding=NAME,as=finding,check=ledger:lost (as=control for a control)");
                }
            }
            String check = tags.getOrDefault(CHECK, "");
            int colon = check.indexOf(':');
            if (colon < 0) {
                throw new IllegalArgumentException(run.run().path() + ": the tag 'check' must be CHECK:ANOMALY, such as"
                        + " ledger:lost or isolation:lost-update, not '" + check + "'");
            }
            Optional<String> obstacle = obstacle(run.summary());
            Try judged = check.substring(0, colon).equals(ISOLATION)
                    ? ofHistory(run, tags, check.substring(colon + 1))
                    : ofCheck(run, tags, check.substring(0, colon), check.substring(colon + 1));
            return judged.outcome() == Outcome.CLEAN && obstacle.isPresent()
                    ? new Try(run, tags, Outcome.UNDECIDED, obstacle.get())
                    : judged;
        }

        private static Map<String, String> tags(Manifest manifest) {
            Map<String, String> tags = new LinkedHashMap<>();
            Iterator<JsonNode> all = manifest.fact("tags").elements();
            while (all.hasNext()) {
                String[] tag = all.next().asText("").split("=", 2);
                tags.put(tag[0], tag.length == 2 ? tag[1] : "");
            }
            return tags;
        }

        /** Returns why this run cannot show that something does not happen: a fault was not in effect. */
        private static Optional<String> obstacle(RunSummary summary) {
            return summary.adversity().stream()
                    .flatMap(adversity -> adversity.phases().stream())
                    .filter(phase -> !phase.control())
                    .filter(phase -> !inEffect(phase))
                    .map(phase -> "the fault of phase '" + phase.name() + "' was not in effect")
                    .findFirst();
        }

        private static boolean inEffect(AdversitySummary.PhaseSummary phase) {
            List<InjectionRecord> injections = phase.injectionGroups().stream()
                    .flatMap(group -> group.injections().stream())
                    .toList();
            return !injections.isEmpty()
                    && injections.stream()
                            .allMatch(injection -> injection.effectiveNs().isPresent());
        }

        private static Try ofHistory(NamedRun run, Map<String, String> tags, String names) throws IOException {
            Set<String> wanted = IsolationExpectation.of("", names).allowed().stream()
                    .map(Anomaly::title)
                    .collect(Collectors.toSet());
            List<IsolationRecord> records = run.run().isolation();
            if (records.stream()
                    .anyMatch(record -> record.anomalies().keySet().stream().anyMatch(wanted::contains))) {
                return new Try(run, tags, Outcome.SEEN, "");
            }
            if (records.isEmpty() || records.stream().anyMatch(record -> record.committed() == 0)) {
                return new Try(run, tags, Outcome.UNDECIDED, "no history of transactions was judged");
            }
            return records.stream().allMatch(IsolationRecord::searchedAll)
                    ? new Try(run, tags, Outcome.CLEAN, "")
                    : new Try(run, tags, Outcome.UNDECIDED, "the search for cycles was cut short");
        }

        private static Try ofCheck(NamedRun run, Map<String, String> tags, String name, String flaw) {
            RowLossTable.Checked checked = RowLossTable.Checked.of(run, name);
            boolean decided =
                    checked.verdict().equals("passed") || checked.verdict().equals("failed");
            if (decided && checked.flawed(flaw).value() instanceof TableCell.Figure(var count)) {
                return new Try(run, tags, count.signum() > 0 ? Outcome.SEEN : Outcome.CLEAN, "");
            }
            return new Try(
                    run, tags, Outcome.UNDECIDED, "check '" + name + "' " + checked.verdict() + " " + checked.detail());
        }

        String tag(String key) {
            return tags.getOrDefault(key, "");
        }

        boolean control() {
            return tag(ROLE).equals(CONTROL);
        }

        /** Returns the setting: tags cannot have an equals sign in their value. */
        String setting() {
            return tag(SETTING).replace(':', '=');
        }

        String database() {
            return run.run().manifest().db().shortName();
        }

        /** Returns the command without tags. */
        String command() {
            return String.join(" ", run.run().manifest().command()).replaceAll(" --tag[ =]\\S+", "");
        }
    }

    /** Finding, with the runs that were to show it and those that must not. */
    private static final class PublishedFinding {
        private final String name;
        private final List<Try> tries = new ArrayList<>();
        private final List<Try> controls = new ArrayList<>();

        PublishedFinding(String name) {
            this.name = name;
        }

        void add(Try made) {
            (made.control() ? controls : tries).add(made);
        }

        TableCell command() {
            return tries.isEmpty()
                    ? TableCell.notApplicable("only the control was run")
                    : TableCell.words(tries.getFirst().command());
        }

        /** Returns what the counts leave open. */
        List<String> remarks() {
            List<String> remarks = new ArrayList<>();
            long decided = decided(tries);
            if (decided > 0 && count(tries, Outcome.SEEN) == 0) {
                remarks.add(name + ": not seen in " + HumanNumbers.counted(decided, "run") + " on " + databases()
                        + "; this version, or this machine, did not show it.");
            }
            long broken = count(controls, Outcome.SEEN);
            if (broken > 0) {
                remarks.add(name + ": seen in " + HumanNumbers.counted(broken, "run")
                        + " of the control too, so that its setting does not exclude it.");
            }
            for (List<Try> runs : List.of(tries, controls)) {
                runs.stream()
                        .filter(made -> made.outcome() == Outcome.UNDECIDED)
                        .forEach(made ->
                                remarks.add(name + ": " + (made.control() ? "a control" : "a run") + " is undecided ("
                                        + made.run().run().manifest().runId() + "): " + made.reason()));
            }
            return remarks;
        }

        private TableCell any(String tag) {
            return all().stream()
                    .map(made -> made.tag(tag))
                    .filter(text -> !text.isEmpty())
                    .findFirst()
                    .map(TableCell::words)
                    .orElse(TableCell.NOT_STATED);
        }

        private String databases() {
            return all().stream().map(Try::database).distinct().collect(Collectors.joining(", "));
        }

        private List<Try> all() {
            List<Try> all = new ArrayList<>(tries);
            all.addAll(controls);
            return all;
        }

        private static TableCell setting(List<Try> runs) {
            Set<String> settings = new LinkedHashSet<>();
            runs.stream().map(Try::setting).filter(text -> !text.isEmpty()).forEach(settings::add);
            return settings.isEmpty() ? TableCell.NOT_STATED : TableCell.words(String.join(", ", settings));
        }

        private static TableCell counted(List<Try> runs, Outcome wanted) {
            return runs.isEmpty()
                    ? TableCell.notApplicable("no such run")
                    : TableCell.words(String.format(Locale.ROOT, "%d of %d", count(runs, wanted), decided(runs)));
        }

        private static long decided(List<Try> runs) {
            return runs.size() - count(runs, Outcome.UNDECIDED);
        }

        private static long count(List<Try> runs, Outcome outcome) {
            return runs.stream().filter(made -> made.outcome() == outcome).count();
        }
    }
}
