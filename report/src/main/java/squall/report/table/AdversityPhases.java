package squall.report.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import squall.engine.phases.FaultText;
import squall.measure.Window;
import squall.measure.server.ServerFigures;
import squall.report.model.FaultImpactSection;
import squall.report.model.ReportData;
import squall.report.model.WindowFigures;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.verdict.AdversitySummary;
import squall.verdict.AdversitySummary.GroupImpact;
import squall.verdict.AdversitySummary.Lost;
import squall.verdict.AdversitySummary.PhaseSummary;
import squall.verdict.AdversitySummary.TimeBack;
import squall.verdict.AdversitySummary.WayBack;

/** Table of throughput and latency in each phase of a run under a scenario; several runs side by side. */
final class AdversityPhases {
    /** Set of the rows of one run. @param rule when it counted as recovered @param rows by the names of their phases */
    private record Configuration(String name, String rule, SequencedMap<String, PhaseRow> rows) {
        /** Returns the row of a phase; without figures if the scenario has no such phase here. */
        PhaseRow row(String phase) {
            return rows.getOrDefault(
                    phase, new PhaseRow(phase, name, ABSENT, Optional.empty(), Optional.empty(), ABSENT));
        }
    }

    /**
     * Phase of one run.
     *
     * @param window the figures while its fault was in effect; empty if it did not take place: it has no figures then, not even zeros
     * @param group empty for the baseline
     */
    private record PhaseRow(
            String phase,
            String configuration,
            TableCell fault,
            Optional<WindowFigures> window,
            Optional<GroupImpact> group,
            TableCell verdict) {}

    private static final TableCell ABSENT = TableCell.notApplicable("the phase did not take place in this run");
    private static final TableCell NOT_PROVIDED =
            TableCell.notApplicable("the database does not provide this metric, or it was not read");

    private static final List<TableField<PhaseRow>> FIELDS = List.of(
            TableField.words("phase", row -> row.phase()),
            TableField.words("configuration", row -> row.configuration()),
            new TableField<>("fault", "", PhaseRow::fault),
            measured("tpmC", "1/min", AdversityPhases::tpmC),
            measured("ok_s", "1/s", window -> TableCell.measured(window.okPerSecond())),
            measured("delta_pct", "% of the baseline", AdversityPhases::delta),
            measured("min_ok_s", "in the worst second", AdversityPhases::lowest),
            percentile("p50_ms", 50),
            percentile("p90_ms", 90),
            percentile("p95_ms", 95),
            percentile("p99_ms", 99),
            percentile("p999_ms", 99.9),
            measured("worst_p95_ms", "ms, of the worst recorded interval", AdversityPhases::worstP95),
            caused("spike_s", "s", group -> count(group.spikeS())),
            percentile("max_ms", 100),
            measured("errors_pct", "%", window -> TableCell.measured(100 * window.failedShare())),
            caused("detected_s", "s after injection", AdversityPhases::detected),
            caused(
                    "back_inject_s",
                    "s after injection",
                    group -> back(WayBack.of(group).fromInjection())),
            caused(
                    "back_heal_s",
                    "s after healing",
                    group -> back(WayBack.of(group).fromHealing())),
            caused("lost_s", "s of the baseline's work", AdversityPhases::lost),
            provided("sql_s", "statements/s, by the servers", ServerFigures::queriesPerSecond),
            provided("sql_p95_ms", "ms, by the servers", ServerFigures::queryP95Ms),
            provided("cpu_cores", "cores, of all servers", ServerFigures::cpuCores),
            new TableField<>("verdict", "", PhaseRow::verdict));

    private AdversityPhases() {}

    static Table of(List<NamedRun> runs) throws IOException {
        List<Configuration> configurations = new ArrayList<>();
        for (NamedRun run : runs) {
            configurations.add(configuration(run));
        }
        Set<String> phases = new LinkedHashSet<>();
        configurations.forEach(
                configuration -> phases.addAll(configuration.rows().keySet()));
        return Table.of(
                PaperTable.PHASES.label(),
                "Performance under adversity",
                notes(configurations),
                FIELDS,
                phases.stream()
                        .flatMap(phase -> configurations.stream().map(configuration -> configuration.row(phase)))
                        .toList());
    }

    private static List<String> notes(List<Configuration> configurations) {
        List<String> notes = new ArrayList<>(List.of(
                "Throughput, percentiles, the worst second and errors are of the time from injection to healing; spikes,"
                        + " detection, lost work and the way back are of all that was watched after it.",
                "A spike is a second with p95 above twice the baseline's, or without any acknowledgement. > is a lower"
                        + " bound: not seen to be back when watching ended."));
        configurations.stream()
                .filter(configuration -> !configuration.rule().isEmpty())
                .forEach(configuration ->
                        notes.add(configuration.name() + " is back by this rule: " + configuration.rule()));
        return List.copyOf(notes);
    }

    /** Joins the windows of a run with the injection groups in them. */
    private static Configuration configuration(NamedRun run) throws IOException {
        AdversitySummary adversity = run.summary()
                .adversity()
                .orElseThrow(() -> new IllegalArgumentException(
                        run.run().path() + " was under no scenario: name run directories of bin/adversity run"));
        ReportData evidence = ReportData.read(run.run());
        List<PhaseRow> rows = new ArrayList<>();
        evidence.baseline()
                .ifPresent(window -> rows.add(new PhaseRow(
                        window.window().name(),
                        run.label(),
                        TableCell.NOT_STATED,
                        Optional.of(window),
                        Optional.empty(),
                        TableCell.NOT_STATED)));
        for (PhaseSummary phase : adversity.phases()) {
            TableCell verdict = TableCell.words(phase.state().label());
            if (phase.injectionGroups().isEmpty()) {
                rows.add(new PhaseRow(
                        phase.name(), run.label(), TableCell.NOT_STATED, Optional.empty(), Optional.empty(), verdict));
            }
            for (GroupImpact group : phase.injectionGroups()) {
                rows.add(new PhaseRow(
                        FaultText.name(group.name(), group.injections()),
                        run.label(),
                        fault(group),
                        disturbed(evidence, group),
                        Optional.of(group),
                        verdict));
            }
        }
        SequencedMap<String, PhaseRow> byPhase = new LinkedHashMap<>();
        rows.forEach(row -> byPhase.put(row.phase(), row));
        return new Configuration(run.label(), adversity.ruleText(), byPhase);
    }

    /** Returns the figures while the group was in effect; empty if nothing was injected. */
    private static Optional<WindowFigures> disturbed(ReportData evidence, GroupImpact group) {
        return evidence.all().stream()
                .filter(figures -> figures.window().kind() == Window.Kind.DISTURBED
                        && figures.window().name().equals(group.name()))
                .findFirst();
    }

    /** Creates a column with a figure of the window. */
    private static TableField<PhaseRow> measured(String name, String unit, Function<WindowFigures, TableCell> figure) {
        return new TableField<>(name, unit, row -> row.window().map(figure).orElse(ABSENT));
    }

    private static TableField<PhaseRow> percentile(String name, double percentile) {
        return measured(
                name,
                "ms",
                window -> window.latency().getTotalCount() == 0
                        ? TableCell.NOT_STATED
                        : TableCell.measured(window.latency().getValueAtPercentile(percentile) / 1e3));
    }

    /** Creates a column with a figure of all that was watched after the injection. */
    private static TableField<PhaseRow> caused(String name, String unit, Function<GroupImpact, TableCell> figure) {
        return new TableField<>(
                name,
                unit,
                row -> row.window().isEmpty() ? ABSENT : row.group().map(figure).orElse(TableCell.NOT_STATED));
    }

    /** Creates a column with a figure of the servers. */
    private static TableField<PhaseRow> provided(
            String name, String unit, Function<ServerFigures, OptionalDouble> figure) {
        return measured(name, unit, window -> {
            OptionalDouble found = figure.apply(window.servers());
            return found.isPresent() ? TableCell.measured(found) : NOT_PROVIDED;
        });
    }

    /** Returns the tpmC, of TPC-C only. */
    private static TableCell tpmC(WindowFigures window) {
        return window.evidence().series().whole().stream()
                .filter(line -> line.operation().equals(TpccRun.NEW_ORDER))
                .findFirst()
                .map(line -> TableCell.measured(60 * window.perSecond(window.sum(line.completed()))))
                .orElse(TableCell.NOT_STATED);
    }

    private static TableCell delta(WindowFigures window) {
        return window.evidence()
                .baseline()
                .filter(base -> !base.equals(window))
                .map(base -> TableCell.rounded(window.percentAbove(base), 1))
                .orElse(TableCell.NOT_STATED);
    }

    private static TableCell lowest(WindowFigures window) {
        return window.lowestSecond().isEmpty()
                ? TableCell.NOT_STATED
                : TableCell.count(window.lowestSecond().getAsInt());
    }

    private static TableCell worstP95(WindowFigures window) {
        return window.worstP95().isEmpty()
                ? TableCell.NOT_STATED
                : TableCell.measured(window.worstP95().getAsInt() / 1e3);
    }

    /** Formats the second of detection; none where no impact was seen. */
    private static TableCell detected(GroupImpact group) {
        boolean unseen = group.outageS().isPresent() && group.detectedAfterS().isEmpty();
        return unseen ? TableCell.words("no impact seen") : count(group.detectedAfterS());
    }

    private static TableCell back(Optional<TimeBack> recovery) {
        return recovery.map(back -> FaultImpactSection.back(back, TableCell::measured))
                .orElse(TableCell.NOT_STATED);
    }

    private static TableCell lost(GroupImpact group) {
        TableCell seconds = TableCell.measured(
                group.lostGoodput().map(Lost::secondsOfBaseline).orElse(OptionalDouble.empty()));
        return group.lostGoodput().filter(Lost::atLeast).isPresent() ? seconds.lowerBound("") : seconds;
    }

    private static TableCell count(OptionalLong number) {
        return number.isPresent() ? TableCell.measured((double) number.getAsLong()) : TableCell.NOT_STATED;
    }

    private static TableCell fault(GroupImpact group) {
        String faults = FaultImpactSection.faults(group);
        return faults.isEmpty() ? TableCell.NOT_STATED : TableCell.words(faults);
    }
}
