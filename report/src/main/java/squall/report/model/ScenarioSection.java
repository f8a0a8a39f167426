package squall.report.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import squall.engine.phases.FaultText;
import squall.measure.recovery.ImpactRatios;
import squall.report.model.ReportDocument.HeadlineTile;
import squall.report.model.ReportDocument.ReportedExpectation;
import squall.results.RunSummary;
import squall.scenario.expect.Expectation.ExpectationResult;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.table.TableCell.CellTone;
import squall.verdict.AdversitySummary;
import squall.verdict.AdversitySummary.GroupImpact;
import squall.verdict.AdversitySummary.LaneSummary;
import squall.verdict.AdversitySummary.PhaseSummary;
import squall.verdict.AdversitySummary.TimeBack;
import squall.verdict.AdversitySummary.WayBack;
import squall.verdict.PhaseState;

/** Section of a run under a scenario beyond its groups: expectations of its phases, lanes, impact ratios, definitions. */
public record ScenarioSection(AdversitySummary adversity) {
    private record GroupLane(String group, LaneSummary lane) {}

    private record WindowRatios(String group, String window, ImpactRatios ratios) {}

    private static final List<TableField<Map.Entry<String, String>>> DEFINITIONS = List.of(
            TableField.words("figure", "figure", 20, figure -> figure.getKey()),
            TableField.words("meaning", "meaning", 10, figure -> figure.getValue()));
    private static final List<TableField<GroupLane>> LANES = List.of(
            TableField.words("lane", "lane", Column.KEY, row -> row.lane().name()),
            TableField.words("injection_group", "injection group", Column.KEY, row -> row.group()),
            TableField.words("node", "node", 15, row -> row.lane().node()),
            TableField.words("zone", "zone", 10, row -> row.lane().zone()),
            TableField.number("unavailable_s", "away s", 18, row -> away(row.lane())),
            TableField.number(
                    "first_success_s",
                    "first success s",
                    12,
                    row -> TableCell.amount(row.lane().firstSuccessS())));
    private static final List<TableField<WindowRatios>> RATIOS = List.of(
            TableField.words("injection_group", "injection group", Column.KEY, row -> row.group()),
            TableField.words("window", "window", Column.KEY, row -> row.window()),
            TableField.words(
                    "operation", "operation", Column.KEY, row -> row.ratios().operation()),
            TableField.amount(
                    "tput_ratio", "throughput", 18, row -> row.ratios().tputRatio()),
            TableField.amount("p50_ratio", "p50", 12, row -> row.ratios().p50Ratio()),
            TableField.amount("p99_ratio", "p99", 16, row -> row.ratios().p99Ratio()),
            TableField.amount(
                    "seconds", "seconds", 10, row -> (double) row.ratios().seconds()));

    /** Returns the section; empty for a run without a scenario. */
    static Optional<ScenarioSection> of(ReportData evidence) {
        return evidence.summary().flatMap(RunSummary::adversity).map(ScenarioSection::new);
    }

    List<Table> tables() {
        return List.of(FaultImpactSection.table(adversity), OutageTable.of(adversity), lanes(), impact());
    }

    /** Returns the tables of the figures and expectations of which the scorecard has the worst. */
    public List<Table> details() {
        return List.of(FaultImpactSection.table(adversity), RunJudgements.table(expectations()));
    }

    /** Returns the scorecard of its phases. */
    Table scorecard() {
        return Scorecard.of(adversity);
    }

    /** Returns the definition of each figure, as stored by the code that computed it. */
    Table definitions() {
        return Table.of(
                "definitions",
                "Definitions",
                List.of(),
                DEFINITIONS,
                List.copyOf(adversity.definitions().entrySet()));
    }

    List<ReportedExpectation> expectations() {
        List<ReportedExpectation> all = new ArrayList<>();
        for (PhaseSummary phase : adversity.phases()) {
            String name = phase.label();
            all.add(new ReportedExpectation(name, "it is carried out as planned", carriedOut(phase), reasons(phase)));
            boolean invalid = phase.state() == PhaseState.INVALID;
            phase.expectations().forEach(judgement -> all.add(expectation(name, judgement, invalid)));
        }
        boolean invalid = adversity.phases().stream().anyMatch(phase -> phase.state() == PhaseState.INVALID);
        adversity.expectations().forEach(judgement -> all.add(expectation("scenario", judgement, invalid)));
        return all;
    }

    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        adversity.problems().forEach(problem -> warnings.add(problem.text()));
        adversity.injectionGroups().stream()
                .filter(GroupImpact::startedDegraded)
                .forEach(group -> warnings.add(group.name()
                        + " began before the run was back at its baseline: its figures carry what came before."));
        return warnings;
    }

    /**
     * Returns the longest recovery time from the injection of a fault or from its healing; one that was not seen is the longest of all. A
     * control phase has no fault.
     */
    Optional<HeadlineTile> longestRecovery() {
        Map<String, TimeBack> all = new LinkedHashMap<>();
        adversity.phases().stream()
                .filter(phase -> !phase.control())
                .flatMap(phase -> phase.injectionGroups().stream())
                .forEach(group -> {
                    WayBack recovery = WayBack.of(group);
                    recovery.fromInjection().ifPresent(back -> all.putIfAbsent("injection of " + group.name(), back));
                    recovery.fromHealing().ifPresent(back -> all.putIfAbsent("healing of " + group.name(), back));
                });
        return all.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(longest -> recovery(longest.getKey(), longest.getValue()));
    }

    private HeadlineTile recovery(String step, TimeBack back) {
        return new HeadlineTile(
                "Longest recovery",
                (back.open() ? "> " : "") + HumanNumbers.amount(back.seconds()) + " s",
                "after " + step + back.remark() + "; " + adversity.ruleText(),
                back.open() ? CellTone.BAD : CellTone.PLAIN);
    }

    private static JudgementStatus carriedOut(PhaseSummary phase) {
        return switch (phase.state()) {
            case PASSED, MISSED, UNDECIDED -> JudgementStatus.PASSED;
            case NOT_BACK -> JudgementStatus.WARNING;
            case REFUSED, NOT_APPLICABLE -> JudgementStatus.SKIPPED;
            case VACUOUS, INVALID -> JudgementStatus.INVALID;
            case CUT, UNFINISHED -> JudgementStatus.FAILED;
        };
    }

    private static String reasons(PhaseSummary phase) {
        List<String> reasons = new ArrayList<>();
        reasons.add(phase.state().label());
        String faults = FaultText.brief(phase.faults());
        if (!faults.isEmpty()) {
            reasons.add(faults);
        }
        reasons.addAll(phase.reasons());
        phase.corruption().ifPresent(corruption -> reasons.add(corruption.text()));
        if (!phase.withinNoise().isEmpty()) {
            reasons.add("within noise: " + String.join(", ", phase.withinNoise()));
        }
        phase.repeatsFromHealing().map(AdversitySummary.Repeats::text).ifPresent(reasons::add);
        reasons.addAll(Scorecard.cutOff(phase.injectionGroups()));
        return String.join("; ", reasons);
    }

    /** @param invalid whether the figures do not count, so that none of them meets anything */
    private static ReportedExpectation expectation(String subject, ExpectationResult judgement, boolean invalid) {
        return new ReportedExpectation(
                subject,
                judgement.measure() + " " + judgement.wanted(),
                switch (judgement.verdict()) {
                    case MET -> invalid ? JudgementStatus.SKIPPED : JudgementStatus.PASSED;
                    case MISSED -> JudgementStatus.FAILED;
                    case UNDECIDED -> JudgementStatus.INVALID;
                },
                judgement.found() + (invalid ? ", in an invalid run" : ""));
    }

    private Table lanes() {
        return Table.of(
                "lanes",
                "Lanes",
                List.of("A lane reads or writes one row through whichever node serves it, or asks one node and no other"
                        + " ('answers'). Away: the longest time between two successes, less its period."),
                LANES,
                adversity.injectionGroups().stream()
                        .flatMap(group -> group.lanes().stream()
                                .flatMap(lanes -> lanes.each().stream())
                                .map(lane -> new GroupLane(group.name(), lane)))
                        .toList());
    }

    private Table impact() {
        return Table.of(
                "impact",
                "Impact ratios",
                List.of("As CockroachDB's perturbation tests score: above 1 is worse than the baseline."),
                RATIOS,
                adversity.injectionGroups().stream()
                        .flatMap(group -> group.impact().stream()
                                .flatMap(impact -> Stream.concat(
                                        windows(group, "disturbed", impact.disturbed()),
                                        windows(group, "recovering", impact.recovering()))))
                        .toList());
    }

    private static Stream<WindowRatios> windows(GroupImpact group, String window, List<ImpactRatios> ratios) {
        return ratios.stream().map(each -> new WindowRatios(group.name(), window, each));
    }

    private static TableCell away(LaneSummary lane) {
        TableCell away = TableCell.amount(lane.unavailableS());
        return lane.atLeast() ? away.shownAs("≥ " + away.text()).in(CellTone.BAD) : away;
    }
}
