package squall.report.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.engine.phases.FaultText;
import squall.results.AdversitySummary;
import squall.results.AdversitySummary.GroupImpact;
import squall.results.AdversitySummary.InjectionSummary;
import squall.results.AdversitySummary.Lost;
import squall.results.AdversitySummary.PhaseSummary;
import squall.results.AdversitySummary.TimeBack;
import squall.results.AdversitySummary.WayBack;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;
import squall.table.TableCell.CellTone;

/** Section of the impact of each injection group of a scenario, and of its recovery times; from the summary's member {@code adversity}. */
public final class FaultImpactSection {
    private static final List<Column> COLUMNS = List.of(
            Column.text("injection_group", "injection group", Column.KEY),
            Column.text("fault", "fault", 4),
            Column.text("in_effect", "in effect", 8),
            Column.number("goodput_share", "goodput ×", 16),
            Column.number("p99_times", "p99 ×", 15),
            Column.number("availability_percent", "available %", 17),
            Column.number("detected_after_s", "seen after s", 7),
            Column.number("outage_s", Scorecard.BELOW_HALF, 13),
            Column.number("degraded_s", "degraded s", 8),
            Column.number("from_injection_s", "back after injection s", 11),
            Column.number("from_healing_s", "back after healing s", 18),
            Column.text("ladder", "80 / 90 / 95 / 98 / 99 % of goodput after", 3),
            Column.number("lost_operations", "lost ops", 10),
            Column.number("lost_baseline_s", "lost s of baseline", 9),
            Column.number("noise_operations", "noise ops", 2),
            Column.number("worst_goodput", "worst second ok", 6),
            Column.number("worst_p95_ms", "worst p95 ms", 5));

    private FaultImpactSection() {}

    static Table table(AdversitySummary adversity) {
        return new Table(
                "recovery",
                "What each fault cost, and recovery",
                note(adversity),
                COLUMNS,
                adversity.injectionGroups().stream()
                        .map(FaultImpactSection::row)
                        .toList());
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

    private static List<TableCell> row(GroupImpact group) {
        WayBack recovery = WayBack.of(group);
        Optional<Lost> lost = group.lostGoodput();
        return List.of(
                TableCell.words(group.name()).linked(place(group)),
                TableCell.words(faults(group)),
                TableCell.words(injections(group, injection -> words(injection.status()))),
                amount(group.goodputShare()),
                amount(group.p99Times()),
                share(group.availability()),
                detected(group),
                count(group.outageS()),
                count(group.degradedS()),
                back(recovery.fromInjection()),
                back(recovery.fromHealing()),
                TableCell.words(ladder(recovery.ladder())),
                atLeast(lost, Lost::operations),
                atLeast(lost, Lost::secondsOfBaseline),
                amount(lost.map(Lost::noiseOperations).orElse(OptionalDouble.empty())),
                group.worst()
                        .map(worst -> TableCell.amount((double) worst.goodput()))
                        .orElse(TableCell.none()),
                group.worst().map(worst -> TableCell.amount(worst.p95Ms())).orElse(TableCell.none()));
    }

    private static String place(GroupImpact group) {
        if (group.injectedS().isEmpty()) {
            return "";
        }
        long from = group.injectedS().getAsLong();
        return "#t=" + Math.max(0, from - 15) + "-" + (group.watchedUntilS().orElse(from) + 5);
    }

    /** Returns each fault of a group and its target as text; empty if there was none. */
    public static String faults(GroupImpact group) {
        return injections(group, injection -> text(injection).shown());
    }

    private static String injections(GroupImpact group, Function<InjectionSummary, String> of) {
        return group.injections().stream().map(of).distinct().collect(Collectors.joining(" + "));
    }

    private static FaultText text(InjectionSummary injection) {
        return new FaultText(injection.fault(), injection.target());
    }

    /** Returns every fault of a phase and its targets, in one line. */
    static String brief(PhaseSummary phase) {
        return FaultText.brief(faults(phase));
    }

    /** Returns the name of a phase, with the fault that stood in for another one. */
    static String label(PhaseSummary phase) {
        return FaultText.label(
                phase.name(), faults(phase).stream().map(FaultText::fault).toList());
    }

    private static List<FaultText> faults(PhaseSummary phase) {
        return phase.injectionGroups().stream()
                .flatMap(group -> group.injections().stream())
                .map(FaultImpactSection::text)
                .toList();
    }

    /** Returns a name from a file as text for people. */
    static String words(String label) {
        return label.replace('_', ' ');
    }

    private static TableCell detected(GroupImpact group) {
        if (group.outageS().isEmpty()) {
            return TableCell.none();
        }
        return group.detectedAfterS().isPresent()
                ? TableCell.amount((double) group.detectedAfterS().getAsLong())
                : TableCell.words("no impact seen");
    }

    /** Formats a recovery time; a lower bound is no number. */
    private static TableCell back(Optional<TimeBack> recovery) {
        return recovery.map(FaultImpactSection::back).orElse(TableCell.none());
    }

    private static TableCell back(TimeBack recovery) {
        TableCell seconds = TableCell.amount(recovery.seconds());
        return recovery.open()
                ? seconds.lowerBound(recovery.remark()).in(CellTone.BAD)
                : seconds.shownAs(seconds.text() + recovery.remark());
    }

    private static String ladder(Map<String, TimeBack> ladder) {
        return Stream.of("80", "90", "95", "98", "99")
                .map(share -> Optional.ofNullable(ladder.get(share + "_percent")))
                .map(rung -> rung.map(reached -> back(reached).text()).orElse("n/a"))
                .collect(Collectors.joining(" / "));
    }

    private static TableCell atLeast(Optional<Lost> lost, Function<Lost, OptionalDouble> figure) {
        TableCell cell = amount(lost.map(figure).orElse(OptionalDouble.empty()));
        return lost.filter(Lost::atLeast).isPresent() ? cell.shownAs("≥ " + cell.text()) : cell;
    }

    private static TableCell amount(OptionalDouble number) {
        return number.isPresent() ? TableCell.amount(number.getAsDouble()) : TableCell.none();
    }

    private static TableCell count(OptionalLong number) {
        return number.isPresent() ? TableCell.count(number.getAsLong()) : TableCell.none();
    }

    private static TableCell share(OptionalDouble share) {
        return share.isPresent() ? TableCell.percent(share.getAsDouble()) : TableCell.none();
    }
}
