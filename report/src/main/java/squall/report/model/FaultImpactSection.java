package squall.report.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.engine.phases.ScenarioResult.InjectionRecord;
import squall.measure.recovery.FaultImpact.WorstSeconds;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.table.TableCell.CellTone;
import squall.verdict.AdversitySummary;
import squall.verdict.AdversitySummary.GroupImpact;
import squall.verdict.AdversitySummary.Lost;
import squall.verdict.AdversitySummary.TimeBack;
import squall.verdict.AdversitySummary.WayBack;

/** Section of the impact of each injection group of a scenario, and of its recovery times; from the summary's member {@code adversity}. */
public final class FaultImpactSection {
    private static final List<TableField<GroupImpact>> FIELDS = List.of(
            TableField.text(
                    "injection_group",
                    "injection group",
                    Column.KEY,
                    group -> TableCell.words(group.name()).linked(place(List.of(group)))),
            TableField.words("fault", "fault", 4, group -> faults(group)),
            TableField.words("in_effect", "in effect", 8, group -> statuses(group)),
            TableField.number("goodput_share", "goodput ×", 16, group -> TableCell.amount(group.goodputShare())),
            TableField.number("p99_times", "p99 ×", 15, group -> TableCell.amount(group.p99Times())),
            TableField.number(
                    "availability_percent", "available %", 17, group -> TableCell.percent(group.availability())),
            TableField.number("detected_after_s", "seen after s", 7, FaultImpactSection::detected),
            TableField.number("outage_s", Scorecard.BELOW_HALF, 13, group -> TableCell.count(group.outageS())),
            TableField.number("degraded_s", "degraded s", 8, group -> TableCell.count(group.degradedS())),
            TableField.number(
                    "from_injection_s",
                    "back after injection s",
                    11,
                    group -> back(WayBack.of(group).fromInjection())),
            TableField.number(
                    "from_healing_s",
                    "back after healing s",
                    18,
                    group -> back(WayBack.of(group).fromHealing())),
            TableField.text("ladder", "80 / 90 / 95 / 98 / 99 % of goodput after", 3, FaultImpactSection::ladder),
            TableField.number("lost_operations", "lost ops", 10, group -> atLeast(group, Lost::operations)),
            TableField.number(
                    "lost_baseline_s", "lost s of baseline", 9, group -> atLeast(group, Lost::secondsOfBaseline)),
            TableField.number("noise_operations", "noise ops", 2, group -> lost(group, Lost::noiseOperations)),
            TableField.number(
                    "worst_goodput", "worst second ok", 6, group -> worst(group, worst -> (double) worst.goodput())),
            TableField.number("worst_p95_ms", "worst p95 ms", 5, group -> worst(group, WorstSeconds::p95Ms)));

    private FaultImpactSection() {}

    static Table table(AdversitySummary adversity) {
        return Table.of(
                "recovery",
                "What each fault cost, and recovery",
                List.of(note(adversity)),
                FIELDS,
                adversity.injectionGroups());
    }

    /** Returns the recovery rule and the baseline, shown with the figures that use them. */
    private static String note(AdversitySummary adversity) {
        String compared = adversity
                .baseline()
                .map(baseline -> " Baseline: "
                        + HumanNumbers.amount(baseline.goodputPerS()) + " ok/s, p95 "
                        + HumanNumbers.amount(baseline.p95Ms()) + " ms, p99 "
                        + HumanNumbers.amount(baseline.p99Ms()) + " ms, seconds " + baseline.fromS() + " to "
                        + baseline.toS() + ".")
                .orElse("");
        String rule = adversity.ruleText();
        return (rule.isEmpty() ? "" : "Back at the baseline: " + rule + ".") + compared
                + " " + Scorecard.BELOW_HALF
                + ": seconds in which less than half of the operations that were due were answered within 1 s."
                + " > means not seen to be back when watching ended: a lower bound. Noise: what an equal part of the"
                + " baseline loses without any fault.";
    }

    /** Returns the part of the charts in which these injections were; empty if nothing was injected. */
    static String place(List<GroupImpact> groups) {
        long from = groups.stream()
                .flatMapToLong(group -> group.injectedS().stream())
                .min()
                .orElse(-1);
        long to = groups.stream()
                .flatMapToLong(group -> group.watchedUntilS().stream())
                .max()
                .orElse(from);
        return from < 0 ? "" : "#t=" + Math.max(0, from - 15) + "-" + (to + 5);
    }

    /** Returns each fault of a group and its target as text; empty if there was none. */
    public static String faults(GroupImpact group) {
        return injections(group, injection -> injection.faultText().shown());
    }

    private static String statuses(GroupImpact group) {
        return injections(group, injection -> injection.status().label());
    }

    private static String injections(GroupImpact group, Function<InjectionRecord, String> of) {
        return group.injections().stream().map(of).distinct().collect(Collectors.joining(" + "));
    }

    private static TableCell detected(GroupImpact group) {
        if (group.outageS().isEmpty()) {
            return TableCell.none();
        }
        return group.detectedAfterS().isPresent()
                ? TableCell.amount((double) group.detectedAfterS().getAsLong())
                : TableCell.words("no impact seen");
    }

    private static TableCell back(Optional<TimeBack> recovery) {
        return recovery.map(back -> back(back, TableCell::amount)).orElse(TableCell.none());
    }

    /** Formats a recovery time; a lower bound is no number. @param seconds formats the number as the table has its numbers */
    public static TableCell back(TimeBack recovery, DoubleFunction<TableCell> seconds) {
        TableCell cell = seconds.apply(recovery.seconds());
        return recovery.open()
                ? cell.lowerBound(recovery.remark()).in(CellTone.BAD)
                : cell.shownAs(cell.text() + recovery.remark());
    }

    private static TableCell ladder(GroupImpact group) {
        Map<String, TimeBack> ladder = WayBack.of(group).ladder();
        return TableCell.words(Stream.of("80", "90", "95", "98", "99")
                .map(share -> Optional.ofNullable(ladder.get(share + "_percent")))
                .map(rung -> rung.map(
                                reached -> back(reached, TableCell::amount).text())
                        .orElse("n/a"))
                .collect(Collectors.joining(" / ")));
    }

    private static TableCell lost(GroupImpact group, Function<Lost, OptionalDouble> figure) {
        return TableCell.amount(group.lostGoodput().map(figure).orElse(OptionalDouble.empty()));
    }

    private static TableCell atLeast(GroupImpact group, Function<Lost, OptionalDouble> figure) {
        TableCell cell = lost(group, figure);
        return group.lostGoodput().filter(Lost::atLeast).isPresent() ? cell.shownAs("≥ " + cell.text()) : cell;
    }

    private static TableCell worst(GroupImpact group, Function<WorstSeconds, Double> figure) {
        return group.worst().map(worst -> TableCell.amount(figure.apply(worst))).orElse(TableCell.none());
    }
}
