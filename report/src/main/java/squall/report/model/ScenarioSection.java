package squall.report.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import squall.results.AdversitySummary;
import squall.results.AdversitySummary.GroupImpact;
import squall.results.AdversitySummary.Judgement;
import squall.results.AdversitySummary.LaneSummary;
import squall.results.AdversitySummary.PhaseSummary;
import squall.results.AdversitySummary.Ratios;
import squall.results.AdversitySummary.TimeBack;
import squall.results.AdversitySummary.WayBack;
import squall.results.RunSummary;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;
import squall.table.TableCell.CellTone;
import squall.verdict.AdversityResult.PhaseOutcome.PhaseState;

/** Section of a run under a scenario beyond its groups: expectations of its phases, lanes, impact ratios, definitions. */
record ScenarioSection(AdversitySummary adversity) {
    /** Returns the section; empty for a run without a scenario. */
    static Optional<ScenarioSection> of(ReportData evidence) {
        return evidence.summary().flatMap(RunSummary::adversity).map(ScenarioSection::new);
    }

    List<Table> tables() {
        return List.of(FaultImpactSection.table(adversity), OutageTable.of(adversity), lanes(), impact());
    }

    /** Returns the scorecard of its phases. */
    Table scorecard() {
        return Scorecard.of(adversity);
    }

    /** Returns the definition of each figure, as stored by the code that computed it. */
    Table definitions() {
        List<List<TableCell>> rows = new ArrayList<>();
        adversity
                .definitions()
                .forEach((figure, meaning) -> rows.add(List.of(TableCell.words(figure), TableCell.words(meaning))));
        return new Table(
                "definitions",
                "Definitions",
                "",
                List.of(Column.text("figure", "figure", 20), Column.text("meaning", "meaning", 10)),
                rows);
    }

    List<ReportDocument.ReportedExpectation> expectations() {
        List<ReportDocument.ReportedExpectation> all = new ArrayList<>();
        for (PhaseSummary phase : adversity.phases()) {
            String name = FaultImpactSection.label(phase);
            all.add(new ReportDocument.ReportedExpectation(
                    name, "it is carried out as planned", carriedOut(phase), reasons(phase)));
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

    /** Returns the longest recovery time after healing; one that was not seen is the longest of all. */
    Optional<ReportDocument.HeadlineTile> longestRecovery() {
        Map<String, TimeBack> all = new LinkedHashMap<>();
        adversity
                .injectionGroups()
                .forEach(group ->
                        WayBack.of(group).fromHealing().ifPresent(back -> all.putIfAbsent(group.name(), back)));
        return all.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(longest -> recovery(longest.getKey(), longest.getValue()));
    }

    private ReportDocument.HeadlineTile recovery(String group, TimeBack back) {
        return new ReportDocument.HeadlineTile(
                "Longest recovery",
                (back.open() ? "> " : "") + HumanNumbers.amount(back.seconds()) + " s",
                "after healing of " + group + back.remark() + "; " + adversity.ruleText(),
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
        reasons.add(FaultImpactSection.words(phase.state().name().toLowerCase(Locale.ROOT)));
        String faults = FaultImpactSection.brief(phase);
        if (!faults.isEmpty()) {
            reasons.add(faults);
        }
        reasons.addAll(phase.reasons());
        phase.corruption().ifPresent(corruption -> reasons.add(corruption.text()));
        if (!phase.withinNoise().isEmpty()) {
            reasons.add("within noise: " + String.join(", ", phase.withinNoise()));
        }
        return String.join("; ", reasons);
    }

    /** @param invalid whether the figures do not count, so that none of them meets anything */
    private static ReportDocument.ReportedExpectation expectation(
            String subject, Judgement judgement, boolean invalid) {
        return new ReportDocument.ReportedExpectation(
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
        List<List<TableCell>> rows = new ArrayList<>();
        for (GroupImpact group : adversity.injectionGroups()) {
            group.lanes().ifPresent(lanes -> lanes.each().forEach(lane -> rows.add(lane(group, lane))));
        }
        return new Table(
                "lanes",
                "Lanes",
                "A lane reads or writes one row through whichever node serves it, or asks one node and no other ('answers')."
                        + " Away: the longest time between two successes, less its period.",
                List.of(
                        Column.text("lane", "lane", 99),
                        Column.text("injection_group", "injection group", 20),
                        Column.text("node", "node", 15),
                        Column.text("zone", "zone", 10),
                        Column.number("unavailable_s", "away s", 18),
                        Column.number("first_success_s", "first success s", 12)),
                rows);
    }

    private static List<TableCell> lane(GroupImpact group, LaneSummary lane) {
        TableCell away = TableCell.amount(lane.unavailableS());
        return List.of(
                TableCell.words(lane.name()),
                TableCell.words(group.name()),
                TableCell.words(lane.node()),
                TableCell.words(lane.zone()),
                lane.atLeast() ? away.shownAs("≥ " + away.text()).in(CellTone.BAD) : away,
                TableCell.amount(lane.firstSuccessS()));
    }

    private Table impact() {
        List<List<TableCell>> rows = new ArrayList<>();
        for (GroupImpact group : adversity.injectionGroups()) {
            group.impact().ifPresent(impact -> {
                impact.disturbed().forEach(ratios -> rows.add(ratios(group, "disturbed", ratios)));
                impact.recovering().forEach(ratios -> rows.add(ratios(group, "recovering", ratios)));
            });
        }
        return new Table(
                "impact",
                "Impact ratios",
                "As CockroachDB's perturbation tests score: above 1 is worse than the baseline.",
                List.of(
                        Column.text("injection_group", "injection group", 99),
                        Column.text("window", "window", 20),
                        Column.text("operation", "operation", 20),
                        Column.number("tput_ratio", "throughput", 18),
                        Column.number("p50_ratio", "p50", 12),
                        Column.number("p99_ratio", "p99", 16),
                        Column.number("seconds", "seconds", 10)),
                rows);
    }

    private static List<TableCell> ratios(GroupImpact group, String span, Ratios ratios) {
        return List.of(
                TableCell.words(group.name()),
                TableCell.words(span),
                TableCell.words(ratios.operation()),
                TableCell.amount(ratios.tputRatio()),
                TableCell.amount(ratios.p50Ratio()),
                TableCell.amount(ratios.p99Ratio()),
                TableCell.amount((double) ratios.seconds()));
    }
}
