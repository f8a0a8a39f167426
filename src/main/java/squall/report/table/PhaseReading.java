package squall.report.table;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.stream.Stream;
import squall.engine.phases.FaultText;
import squall.measure.Window;
import squall.measure.server.ServerFigures;
import squall.report.model.FaultImpactSection;
import squall.report.model.ReportData;
import squall.report.model.WindowFigures;
import squall.report.table.AdversityPhases.Configuration;
import squall.results.AdversitySummary;
import squall.results.AdversitySummary.GroupImpact;
import squall.results.AdversitySummary.Lost;
import squall.results.AdversitySummary.Phase;
import squall.results.AdversitySummary.TimeBack;
import squall.results.AdversitySummary.WayBack;
import squall.system.HumanNumbers;
import squall.table.TableCell;

/** Joins the windows of a run with the injection groups in them. */
final class PhaseReading {
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
        for (Phase phase : adversity.phases()) {
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

    /** What was measured while the group of this name was on; empty if nothing was injected. */
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

    /** Of TPC-C only. */
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
                lost.filter(Lost::atLeast).isPresent() ? atLeast(seconds) : number(seconds));
    }

    /** Where no impact was seen there is no second in which it was. */
    private static TableCell detected(GroupImpact group) {
        boolean unseen = group.outageS().isPresent() && group.detectedAfterS().isEmpty();
        return unseen ? TableCell.words("no impact seen") : count(group.detectedAfterS());
    }

    private static TableCell back(Optional<TimeBack> recovery) {
        return recovery.map(PhaseReading::back).orElse(TableCell.NOT_STATED);
    }

    private static TableCell back(TimeBack recovery) {
        if (recovery.open()) {
            return atLeast(recovery.longerThanS());
        }
        int relapses = recovery.relapses().orElse(0);
        TableCell after = number(recovery.afterS());
        return relapses == 0 ? after : after.shownAs(after.text() + " +" + HumanNumbers.counted(relapses, "relapse"));
    }

    private static TableCell atLeast(OptionalDouble seconds) {
        return TableCell.range(
                BigDecimal.valueOf(seconds.orElse(0))
                        .round(TableCell.WORTH_KEEPING)
                        .stripTrailingZeros(),
                Optional.empty());
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
