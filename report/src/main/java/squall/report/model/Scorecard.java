package squall.report.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import squall.report.model.WindowTable.CellShade;
import squall.results.AdversitySummary;
import squall.results.AdversitySummary.GroupImpact;
import squall.results.AdversitySummary.PhaseSummary;
import squall.results.AdversitySummary.TimeBack;
import squall.results.AdversitySummary.WayBack;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;
import squall.table.TableCell.CellTone;
import squall.verdict.AdversityResult.PhaseOutcome;

/** Table that a report of a run under a scenario begins with: a row for each phase; from the summary's member {@code adversity}. */
public final class Scorecard {
    /** Name of the table in files and addresses. */
    public static final String ID = "scorecard";

    /** Name of the column with the faults and their targets. */
    public static final String FAULT = "fault";

    /** Names of the columns with the recovery times. */
    public static final String BACK_FROM_INJECTION = "back_from_injection_s";

    public static final String BACK_FROM_HEALING = "back_from_healing_s";

    public static final String AVAILABILITY = "availability_percent";
    public static final String LOST_WRITES = "lost_writes";

    /** Heading of the seconds with availability below half. An outage is another thing: a gap in all answers. */
    public static final String BELOW_HALF = "s < 50 %";

    private static final Set<PhaseOutcome.PhaseState> UNGREEN =
            EnumSet.of(PhaseOutcome.PhaseState.INVALID, PhaseOutcome.PhaseState.NOT_BACK);
    private static final String NO_FAULT = "no fault";
    private static final String NOT_INJECTED = "not injected";
    private static final List<Column> COLUMNS = List.of(
            Column.text("phase", "phase", 99),
            Column.text(FAULT, "fault and target", 5),
            Column.number("goodput_share", "goodput ×", 10),
            Column.number("p99_times", "p99 ×", 9),
            Column.number(AVAILABILITY, "available %", 11),
            Column.number("outage_s", BELOW_HALF, 14),
            Column.number(BACK_FROM_INJECTION, "back after injection s", 8),
            Column.number(BACK_FROM_HEALING, "back after healing s", 12),
            Column.number(LOST_WRITES, "lost writes", 15),
            Column.text("verdict", "verdict", 90));

    private Scorecard() {}

    public static Table of(AdversitySummary adversity) {
        return new Table(
                ID,
                "Scorecard",
                note(adversity),
                COLUMNS,
                adversity.phases().stream().map(Scorecard::row).toList());
    }

    private static String note(AdversitySummary adversity) {
        String compared = adversity
                .baseline()
                .map(baseline -> "Baseline, seconds " + baseline.fromS() + " to " + baseline.toS() + ": "
                        + HumanNumbers.amount(baseline.goodputPerS()) + " ok/s in the median second, p99 "
                        + HumanNumbers.amount(baseline.p99Ms()) + " ms. ")
                .orElse("");
        String rule = adversity.ruleText();
        return compared + (rule.isEmpty() ? "" : "Back: " + rule + "; > means not seen. ")
                + "Available: answered within 1 s; " + BELOW_HALF
                + ": seconds with less than half available. Lost writes:"
                + " acknowledged, but missing at the end. Of several injections the worst counts."
                + remarks(adversity);
    }

    /** Returns why a phase is not green although it missed no expectation, and the causes of lower bounds. */
    private static String remarks(AdversitySummary adversity) {
        Map<String, List<String>> phases = new LinkedHashMap<>();
        for (PhaseSummary phase : adversity.phases()) {
            if (UNGREEN.contains(phase.state())) {
                phases.computeIfAbsent(
                                word(phase.state()) + ": " + String.join("; ", phase.reasons()),
                                why -> new ArrayList<>())
                        .add(phase.name());
            }
            for (GroupImpact group : phase.injectionGroups()) {
                WayBack back = WayBack.of(group);
                back.fromInjection()
                        .flatMap(TimeBack::cutOffBy)
                        .or(() -> back.fromHealing().flatMap(TimeBack::cutOffBy))
                        .ifPresent(cause -> phases.computeIfAbsent("cut off by " + cause, why -> new ArrayList<>())
                                .add(group.name()));
            }
        }
        return phases.entrySet().stream()
                .map(same -> " " + String.join(", ", same.getValue()) + " " + same.getKey() + ".")
                .collect(Collectors.joining());
    }

    private static String word(PhaseOutcome.PhaseState state) {
        return state.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static List<TableCell> row(PhaseSummary phase) {
        List<GroupImpact> groups = phase.injectionGroups();
        String fault = FaultImpactSection.brief(phase);
        return List.of(
                TableCell.words(phase.name()).linked(place(groups)),
                TableCell.words(fault.isEmpty() ? phase.control() ? NO_FAULT : NOT_INJECTED : fault),
                goodput(figures(groups, GroupImpact::goodputShare).min()),
                p99(figures(groups, GroupImpact::p99Times).max()),
                availability(figures(groups, GroupImpact::availability).min()),
                outage(counts(groups, GroupImpact::outageS).max()),
                back(groups, WayBack::fromInjection),
                back(groups, WayBack::fromHealing),
                lost(phase.lostWrites()),
                verdict(phase.state()));
    }

    private static DoubleStream figures(List<GroupImpact> groups, Function<GroupImpact, OptionalDouble> figure) {
        return groups.stream().flatMapToDouble(group -> figure.apply(group).stream());
    }

    private static LongStream counts(List<GroupImpact> groups, Function<GroupImpact, OptionalLong> count) {
        return groups.stream().flatMapToLong(group -> count.apply(group).stream());
    }

    private static String place(List<GroupImpact> groups) {
        long from = counts(groups, GroupImpact::injectedS).min().orElse(-1);
        long to = counts(groups, GroupImpact::watchedUntilS).max().orElse(from);
        return from < 0 ? "" : "#t=" + Math.max(0, from - 15) + "-" + (to + 5);
    }

    private static TableCell goodput(OptionalDouble share) {
        return share.isEmpty() ? TableCell.none() : TableCell.amount(share).in(CellShade.low(share.getAsDouble(), 1));
    }

    private static TableCell p99(OptionalDouble times) {
        return times.isEmpty() ? TableCell.none() : TableCell.amount(times).in(CellShade.high(times.getAsDouble(), 1));
    }

    private static TableCell availability(OptionalDouble share) {
        if (share.isEmpty()) {
            return TableCell.none();
        }
        double value = share.getAsDouble();
        return TableCell.percent(value)
                .in(
                        value < 0.9
                                ? CellTone.HOT
                                : value < 0.99 ? CellTone.WARM : value < 0.999 ? CellTone.MILD : CellTone.PLAIN);
    }

    private static TableCell outage(OptionalLong seconds) {
        return seconds.isEmpty()
                ? TableCell.none()
                : TableCell.count(seconds.getAsLong()).in(seconds.getAsLong() > 0 ? CellTone.HOT : CellTone.PLAIN);
    }

    /** Returns the longest recovery time; one that was not seen to end counts as the longest. */
    private static TableCell back(List<GroupImpact> groups, Function<WayBack, Optional<TimeBack>> from) {
        return groups.stream()
                .flatMap(group -> from.apply(WayBack.of(group)).stream())
                .max(Comparator.naturalOrder())
                .map(Scorecard::back)
                .orElse(TableCell.none());
    }

    /** Formats a recovery time in whole seconds: the rule proceeds by seconds. A lower bound is no number. */
    private static TableCell back(TimeBack recovery) {
        TableCell seconds = TableCell.count((long) recovery.seconds());
        return recovery.open()
                ? seconds.lowerBound(recovery.remark()).in(CellTone.BAD)
                : seconds.shownAs(seconds.text() + recovery.remark());
    }

    private static TableCell lost(OptionalLong writes) {
        return writes.isPresent()
                ? TableCell.count(writes.getAsLong()).in(writes.getAsLong() > 0 ? CellTone.HOT : CellTone.PLAIN)
                : TableCell.none();
    }

    private static TableCell verdict(PhaseOutcome.PhaseState state) {
        JudgementStatus status = switch (state) {
            case PASSED -> JudgementStatus.PASSED;
            case NOT_BACK -> JudgementStatus.WARNING;
            case MISSED, UNFINISHED, CUT -> JudgementStatus.FAILED;
            case VACUOUS, UNDECIDED, REFUSED -> JudgementStatus.INVALID;
            case INVALID, NOT_APPLICABLE -> JudgementStatus.SKIPPED;
        };
        return TableCell.words(status.sign() + " " + state.word()).in(status.tone());
    }

    /** Returns how many phases passed, and how many were tried: those that this cluster does not support are not. */
    static String passed(AdversitySummary adversity) {
        List<PhaseOutcome.PhaseState> states = adversity.phases().stream()
                .map(PhaseSummary::state)
                .filter(state -> state != PhaseOutcome.PhaseState.NOT_APPLICABLE)
                .toList();
        long passed =
                states.stream().filter(PhaseOutcome.PhaseState.PASSED::equals).count();
        return passed + " of " + HumanNumbers.counted(states.size(), "phase") + " passed";
    }
}
