package squall.report.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import squall.engine.phases.FaultText;
import squall.measure.Window;
import squall.measure.server.ServerFigures;
import squall.report.model.FaultImpactSection;
import squall.report.model.ReportData;
import squall.report.model.WindowFigures;
import squall.results.AdversitySummary;
import squall.results.AdversitySummary.GroupImpact;
import squall.results.AdversitySummary.Lost;
import squall.results.AdversitySummary.PhaseSummary;
import squall.results.AdversitySummary.TimeBack;
import squall.results.AdversitySummary.WayBack;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/** Table of throughput and latency in each phase of a run under a scenario; several runs side by side. */
final class AdversityPhases {
    /** Set of the rows of one run. @param rule when it counted as recovered @param rows the cells after the phase's name, by that name */
    record Configuration(String name, String rule, SequencedMap<String, List<TableCell>> rows) {
        Configuration {
            rows = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(rows));
        }

        /** Returns the row of a phase; without figures if the scenario has no such phase here. */
        List<TableCell> row(String phase) {
            return rows.getOrDefault(phase, without(ABSENT, ABSENT));
        }
    }

    private static final TableCell ABSENT = TableCell.notApplicable("the phase did not take place in this run");

    private static final List<Column> COLUMNS = List.of(
            new Column("phase", ""),
            new Column("configuration", ""),
            new Column("fault", ""),
            new Column("tpmC", "1/min"),
            new Column("ok_s", "1/s"),
            new Column("delta_pct", "% of the baseline"),
            new Column("min_ok_s", "in the worst second"),
            new Column("p50_ms", "ms"),
            new Column("p90_ms", "ms"),
            new Column("p95_ms", "ms"),
            new Column("p99_ms", "ms"),
            new Column("p999_ms", "ms"),
            new Column("worst_p95_ms", "ms, of the worst recorded interval"),
            new Column("spike_s", "s"),
            new Column("max_ms", "ms"),
            new Column("errors_pct", "%"),
            new Column("detected_s", "s after injection"),
            new Column("back_inject_s", "s after injection"),
            new Column("back_heal_s", "s after healing"),
            new Column("lost_s", "s of the baseline's work"),
            new Column("sql_s", "statements/s, by the servers"),
            new Column("sql_p95_ms", "ms, by the servers"),
            new Column("cpu_cores", "cores, of all servers"),
            new Column("verdict", ""));

    private AdversityPhases() {}

    static Table of(List<NamedRun> runs) throws IOException {
        List<Configuration> configurations = new ArrayList<>();
        for (NamedRun run : runs) {
            AdversitySummary adversity = run.summary()
                    .adversity()
                    .orElseThrow(() -> new IllegalArgumentException(
                            run.run().path() + " was under no scenario: name run directories of bin/adversity run"));
            configurations.add(new PhaseReading(run, adversity).configuration());
        }
        return table(configurations);
    }

    static Table table(List<Configuration> configurations) {
        Set<String> phases = new LinkedHashSet<>();
        configurations.forEach(
                configuration -> phases.addAll(configuration.rows().keySet()));
        List<List<TableCell>> rows = new ArrayList<>();
        for (String phase : phases) {
            for (Configuration configuration : configurations) {
                List<TableCell> row =
                        new ArrayList<>(List.of(TableCell.words(phase), TableCell.words(configuration.name())));
                row.addAll(configuration.row(phase));
                rows.add(row);
            }
        }
        return new Table(
                PaperTable.PHASES.label(),
                "Performance under adversity",
                List.of(),
                COLUMNS,
                rows,
                notes(configurations));
    }

    /** Returns the cells after the name of a phase that did not take place: it has no figures, not even zeros. */
    static List<TableCell> without(TableCell fault, TableCell verdict) {
        List<TableCell> cells = new ArrayList<>(List.of(fault));
        cells.addAll(Collections.nCopies(COLUMNS.size() - 4, ABSENT));
        cells.add(verdict);
        return List.copyOf(cells);
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

    /** Reader that joins the windows of a run with the injection groups in them. */
    private static final class PhaseReading {
        private static final TableCell NOT_PROVIDED =
                TableCell.notApplicable("the database does not provide this metric, or it was not read");

        private final NamedRun run;
        private final AdversitySummary adversity;
        private final ReportData evidence;

        /** @param adversity the member of the run's summary */
        PhaseReading(NamedRun run, AdversitySummary adversity) throws IOException {
            this.run = run;
            this.adversity = adversity;
            this.evidence = ReportData.read(run.run());
        }

        Configuration configuration() {
            SequencedMap<String, List<TableCell>> rows = new LinkedHashMap<>();
            evidence.baseline()
                    .ifPresent(window -> rows.put(
                            window.window().name(), row(Optional.of(window), Optional.empty(), TableCell.NOT_STATED)));
            for (PhaseSummary phase : adversity.phases()) {
                TableCell verdict = TableCell.words(
                        phase.state().name().toLowerCase(Locale.ROOT).replace('_', ' '));
                if (phase.injectionGroups().isEmpty()) {
                    rows.put(phase.name(), row(Optional.empty(), Optional.empty(), verdict));
                }
                for (GroupImpact group : phase.injectionGroups()) {
                    rows.put(FaultText.name(group.name()), row(disturbed(group.name()), Optional.of(group), verdict));
                }
            }
            return new Configuration(run.label(), adversity.ruleText(), rows);
        }

        /** Returns the figures while the group of this name was in effect; empty if nothing was injected. */
        private Optional<WindowFigures> disturbed(String group) {
            return evidence.all().stream()
                    .filter(figures -> figures.window().kind() == Window.Kind.DISTURBED
                            && figures.window().name().equals(group))
                    .findFirst();
        }

        private List<TableCell> row(Optional<WindowFigures> window, Optional<GroupImpact> group, TableCell verdict) {
            return window.map(figures -> measured(figures, group, verdict))
                    .orElseGet(() -> AdversityPhases.without(fault(group), verdict));
        }

        private List<TableCell> measured(WindowFigures window, Optional<GroupImpact> group, TableCell verdict) {
            List<TableCell> cells = new ArrayList<>(List.of(fault(group)));
            cells.addAll(throughput(window));
            for (double percentile : new double[] {50, 90, 95, 99, 99.9}) {
                cells.add(percentile(window, percentile));
            }
            cells.add(
                    window.worstP95().isEmpty()
                            ? TableCell.NOT_STATED
                            : TableCell.measured(window.worstP95().getAsInt() / 1e3));
            cells.add(count(group.map(GroupImpact::spikeS).orElse(OptionalLong.empty())));
            cells.add(percentile(window, 100));
            cells.add(TableCell.measured(100 * window.failedShare()));
            cells.addAll(cost(group));
            cells.addAll(server(window));
            cells.add(verdict);
            return List.copyOf(cells);
        }

        private List<TableCell> throughput(WindowFigures window) {
            boolean compared =
                    evidence.baseline().filter(base -> !base.equals(window)).isPresent();
            return List.of(
                    tpmC(window),
                    TableCell.measured(window.okPerSecond()),
                    compared
                            ? TableCell.rounded(
                                    window.percentAbove(evidence.baseline().orElseThrow()), 1)
                            : TableCell.NOT_STATED,
                    window.lowestSecond().isEmpty()
                            ? TableCell.NOT_STATED
                            : TableCell.count(window.lowestSecond().getAsInt()));
        }

        /** Returns the tpmC, of TPC-C only. */
        private TableCell tpmC(WindowFigures window) {
            return evidence.series().whole().stream()
                    .filter(line -> line.operation().equals(TpccRun.NEW_ORDER))
                    .findFirst()
                    .map(line -> TableCell.measured(60 * window.perSecond(window.sum(line.completed()))))
                    .orElse(TableCell.NOT_STATED);
        }

        private static TableCell percentile(WindowFigures window, double percentile) {
            return window.latency().getTotalCount() == 0
                    ? TableCell.NOT_STATED
                    : TableCell.measured(window.latency().getValueAtPercentile(percentile) / 1e3);
        }

        private static List<TableCell> cost(Optional<GroupImpact> group) {
            Optional<WayBack> recovery = group.map(WayBack::of);
            Optional<Lost> lost = group.flatMap(GroupImpact::lostGoodput);
            OptionalDouble seconds = lost.map(Lost::secondsOfBaseline).orElse(OptionalDouble.empty());
            return List.of(
                    group.map(PhaseReading::detected).orElse(TableCell.NOT_STATED),
                    back(recovery.flatMap(WayBack::fromInjection)),
                    back(recovery.flatMap(WayBack::fromHealing)),
                    lost.filter(Lost::atLeast).isPresent() ? number(seconds).lowerBound("") : number(seconds));
        }

        /** Formats the second of detection; none where no impact was seen. */
        private static TableCell detected(GroupImpact group) {
            boolean unseen =
                    group.outageS().isPresent() && group.detectedAfterS().isEmpty();
            return unseen ? TableCell.words("no impact seen") : count(group.detectedAfterS());
        }

        private static TableCell back(Optional<TimeBack> recovery) {
            return recovery.map(PhaseReading::back).orElse(TableCell.NOT_STATED);
        }

        private static TableCell back(TimeBack recovery) {
            TableCell seconds = TableCell.measured(recovery.seconds());
            return recovery.open()
                    ? seconds.lowerBound(recovery.remark())
                    : seconds.shownAs(seconds.text() + recovery.remark());
        }

        private static TableCell number(OptionalDouble number) {
            return number.isPresent() ? TableCell.measured(number.getAsDouble()) : TableCell.NOT_STATED;
        }

        private static TableCell count(OptionalLong number) {
            return number.isPresent() ? TableCell.measured((double) number.getAsLong()) : TableCell.NOT_STATED;
        }

        private List<TableCell> server(WindowFigures window) {
            ServerFigures figures = ServerFigures.of(evidence.readings(), window.window());
            return Stream.of(figures.queriesPerSecond(), figures.queryP95Ms(), figures.cpuCores())
                    .map(PhaseReading::told)
                    .toList();
        }

        private static TableCell told(OptionalDouble figure) {
            return figure.isPresent() ? TableCell.measured(figure.getAsDouble()) : NOT_PROVIDED;
        }

        private static TableCell fault(Optional<GroupImpact> group) {
            String faults = group.map(FaultImpactSection::faults).orElse("");
            return faults.isEmpty() ? TableCell.NOT_STATED : TableCell.words(faults);
        }
    }
}
