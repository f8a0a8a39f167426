package squall.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import squall.engine.phases.ScenarioResult.InjectionRecord;
import squall.engine.phases.ScenarioResult.InjectionRecord.Status;
import squall.engine.phases.ScenarioResult.InjectionResult;
import squall.measure.recovery.Baseline;
import squall.measure.recovery.BaselineCriteria;
import squall.measure.recovery.FaultImpact;
import squall.measure.recovery.LaneOutages;
import squall.measure.recovery.Recovery;
import squall.measure.recovery.RepeatedRecoveries;
import squall.report.model.Scorecard;
import squall.scenario.expect.Expectation.ExpectationResult;
import squall.system.HumanNumbers;
import squall.system.OutputScreen;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TextTable;
import squall.verdict.AdversityResult;
import squall.verdict.AdversityResult.InjectionImpact;
import squall.verdict.AdversityResult.PhaseOutcome;
import squall.verdict.CorruptionVerdict;

/** Table of the phases of a run under a scenario, a line for each injection group, and the expectations that were not met. Pure. */
public record PhaseTable(AdversityResult adversity) {
    private static final String NOTHING = "-";

    /** @param outcome empty for a phase without an outcome */
    private record Row(PhaseOutcome phase, Optional<InjectionImpact> outcome) {
        String name() {
            return outcome.map(InjectionImpact::result)
                    .map(InjectionResult::name)
                    .orElse(phase.name());
        }

        String of(Function<FaultImpact, String> cell) {
            return outcome.flatMap(InjectionImpact::faultImpact).map(cell).orElse(NOTHING);
        }

        Optional<LaneOutages> lanes() {
            return outcome.flatMap(InjectionImpact::lanes);
        }

        String injected(Function<InjectionRecord, String> cell) {
            return outcome.map(InjectionImpact::result).map(InjectionResult::injections).orElse(List.of()).stream()
                    .map(cell)
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining(" + "));
        }
    }

    public List<String> lines(OutputScreen screen) {
        List<String> lines = new ArrayList<>();
        adversity
                .criteria()
                .map(BaselineCriteria::baseline)
                .ifPresent(baseline -> lines.add(screen.fit(said(baseline))));
        lines.addAll(TextTable.lines(table(), screen.columns()));
        adversity.criteria().ifPresent(criteria -> lines.addAll(screen.wrap("back = " + criteria.text())));
        for (PhaseOutcome phase : adversity.phases()) {
            remarks(phase).forEach(remark -> lines.addAll(screen.wrap(phase.name() + ": " + remark)));
            phase.judgements().forEach(judgement -> lines.addAll(judged(phase.name(), judgement, screen)));
        }
        adversity.judgements().forEach(judgement -> lines.addAll(judged("run", judgement, screen)));
        return List.copyOf(lines);
    }

    /** Returns the remarks for which the table has no room. */
    private static List<String> remarks(PhaseOutcome phase) {
        List<String> remarks = new ArrayList<>(phase.reasons());
        if (phase.impacts().stream().anyMatch(outcome -> outcome.result().startedDegraded())) {
            remarks.add("it began before the system was back from what came before");
        }
        if (!phase.withinNoise().isEmpty()) {
            remarks.add("no worse than without a fault: " + String.join(", ", phase.withinNoise()));
        }
        phase.corruption().map(CorruptionVerdict::text).ifPresent(remarks::add);
        phase.repeats().map(PhaseTable::range).ifPresent(remarks::add);
        return remarks;
    }

    private static String range(RepeatedRecoveries repeats) {
        return String.format(
                Locale.ROOT,
                "back after healing: median %s, %s to %s, %d times (the range holds the true median with %.1f %%)",
                length(repeats.median()),
                length(repeats.shortest()),
                length(repeats.longest()),
                repeats.sorted().size(),
                100 * repeats.coverage());
    }

    private static String lane(Row row) {
        return row.lanes()
                .flatMap(LaneOutages::worst)
                .map(worst -> (worst.open() ? "> " : "") + HumanNumbers.length(worst.longest()))
                .orElse(NOTHING);
    }

    private static String said(Baseline baseline) {
        return "baseline " + HumanNumbers.amount(baseline.goodputPerSecond()) + " ok/s, p99 "
                + HumanNumbers.milliseconds(baseline.p99Micros()) + " ms, over "
                + baseline.seconds().seconds() + " s";
    }

    private Table table() {
        List<Row> rows = adversity.phases().stream()
                .flatMap(phase -> rows(phase).stream())
                .toList();
        List<TableField<Row>> fields = new ArrayList<>(List.of(
                TableField.text("phase", 12, Row::name),
                TableField.number("fault", 3, row -> row.injected(InjectionRecord::fault)),
                TableField.number("target", 4, row -> row.injected(InjectionRecord::target)),
                TableField.number("effect", 5, row -> row.injected(PhaseTable::effect)),
                TableField.number(
                        "goodput x",
                        8,
                        row -> row.of(impact -> times(impact.compared().goodput()))),
                TableField.number("p99 x", 7, row -> row.of(PhaseTable::p99)),
                TableField.number("avail %", 9, row -> row.of(PhaseTable::available)),
                TableField.number("seen", 2, row -> row.of(PhaseTable::detected)),
                TableField.number(
                        Scorecard.BELOW_HALF,
                        5,
                        row -> row.of(
                                impact -> HumanNumbers.count(impact.outage().outageSeconds()))),
                TableField.number("back inject/heal", 10, row -> row.of(PhaseTable::back)),
                TableField.number("verdict", 11, row -> verdict(row.phase()))));
        if (rows.stream().anyMatch(row -> row.lanes().isPresent())) {
            fields.add(fields.size() - 2, TableField.number("lane out", 6, PhaseTable::lane));
        }
        return Table.of("phases", fields, rows);
    }

    private static List<Row> rows(PhaseOutcome phase) {
        return phase.impacts().isEmpty()
                ? List.of(new Row(phase, Optional.empty()))
                : phase.impacts().stream()
                        .map(outcome -> new Row(phase, Optional.of(outcome)))
                        .toList();
    }

    private static String effect(InjectionRecord injected) {
        return switch (injected.status()) {
            case Status.InEffect effect -> "yes";
            case Status.WithoutEffect effect -> "NO";
            case Status.Unfinished unfinished -> "yes";
            case Status.Failed failed -> "failed";
            case Status.Refused refused -> "refused";
            case Status.NotApplicable none -> "N/A";
            case Status.NotReached none -> NOTHING;
        };
    }

    /** Returns the verdict, in capitals where something is wrong, as the scorecard shows it. */
    private static String verdict(PhaseOutcome phase) {
        String word = phase.state().word();
        return switch (phase.state()) {
            case PASSED -> phase.control() ? "control" : word;
            case MISSED, UNFINISHED, CUT, VACUOUS, UNDECIDED, REFUSED -> word.toUpperCase(Locale.ROOT);
            case NOT_BACK, INVALID, NOT_APPLICABLE -> word;
        };
    }

    private static String p99(FaultImpact impact) {
        OptionalDouble p99 = impact.compared().p99();
        return p99.isPresent() ? times(p99.getAsDouble()) : NOTHING;
    }

    private static String available(FaultImpact impact) {
        return HumanNumbers.percent(impact.outage().availability().share()).replace(" %", "");
    }

    private static String detected(FaultImpact impact) {
        return impact.outage().detectedAfterSeconds().isPresent()
                ? impact.outage().detectedAfterSeconds().getAsLong() + " s"
                : "no impact";
    }

    /** Formats the recovery times from injection and from healing: in an outage of four minutes they are very different. */
    private static String back(FaultImpact impact) {
        return length(impact.back().fromInjection()) + " / "
                + impact.back().fromHealing().map(PhaseTable::length).orElse(NOTHING);
    }

    private static String length(Recovery recovery) {
        return switch (recovery) {
            case Recovery.Recovered(Duration after, int relapses) ->
                after.toSeconds() + " s" + (relapses == 0 ? "" : " +" + HumanNumbers.counted(relapses, "relapse"));
            case Recovery.LongerThan(Duration observed) -> "> " + observed.toSeconds() + " s";
        };
    }

    private static String times(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }

    private static List<String> judged(String where, ExpectationResult judgement, OutputScreen screen) {
        String line = where + ": " + judgement.expectation().measure().key() + " "
                + judgement.expectation().text() + ", found " + judgement.found();
        return switch (judgement.verdict()) {
            case MET -> screen.wrap(screen.tick() + " " + line);
            case MISSED -> screen.wrap(screen.cross() + " " + line);
            case UNDECIDED -> screen.wrap("? " + line + " (undecided)");
        };
    }
}
