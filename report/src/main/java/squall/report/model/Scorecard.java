package squall.report.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import squall.engine.phases.FaultText;
import squall.report.model.WindowTable.CellShade;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.table.TableCell.CellTone;
import squall.verdict.AdversitySummary;
import squall.verdict.AdversitySummary.GroupImpact;
import squall.verdict.AdversitySummary.PhaseSummary;
import squall.verdict.AdversitySummary.TimeBack;
import squall.verdict.AdversitySummary.WayBack;
import squall.verdict.PhaseState;

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

    /** Number of phases up to which a remark names them. */
    private static final int MOST_NAMED = 3;

    private static final Set<PhaseState> UNGREEN = EnumSet.of(PhaseState.INVALID, PhaseState.NOT_BACK);
    private static final String NO_FAULT = "no fault";
    private static final String NOT_INJECTED = "not injected";
    private static final List<TableField<PhaseSummary>> FIELDS = List.of(
            TableField.text(
                    "phase",
                    "phase",
                    99,
                    phase -> TableCell.words(phase.name()).linked(FaultImpactSection.place(phase.injectionGroups()))),
            TableField.text(FAULT, "fault and target", 5, Scorecard::fault),
            TableField.number(
                    "goodput_share",
                    "goodput ×",
                    10,
                    phase -> goodput(figures(phase, GroupImpact::goodputShare).min())),
            TableField.number(
                    "p99_times",
                    "p99 ×",
                    9,
                    phase -> p99(figures(phase, GroupImpact::p99Times).max())),
            TableField.number(
                    AVAILABILITY,
                    "available %",
                    11,
                    phase -> availability(
                            figures(phase, GroupImpact::availability).min())),
            TableField.number("outage_s", BELOW_HALF, 14, Scorecard::outage),
            TableField.number(
                    BACK_FROM_INJECTION, "back after injection s", 8, phase -> back(phase, WayBack::fromInjection)),
            TableField.number(
                    BACK_FROM_HEALING, "back after healing s", 12, phase -> back(phase, WayBack::fromHealing)),
            TableField.number(LOST_WRITES, "lost writes", 15, phase -> counted(phase.lostWrites())),
            TableField.text("verdict", "verdict", 90, phase -> verdict(phase.state())));

    private Scorecard() {}

    public static Table of(AdversitySummary adversity) {
        return Table.of(ID, "Scorecard", List.of(note(adversity)), FIELDS, adversity.phases());
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

    /** Returns why phases are not green although they missed no expectation, the causes of lower bounds, and the relapses. */
    private static String remarks(AdversitySummary adversity) {
        Map<String, List<String>> ungreen = new LinkedHashMap<>();
        List<String> relapsed = new ArrayList<>();
        for (PhaseSummary phase : adversity.phases()) {
            if (UNGREEN.contains(phase.state())) {
                String reason = phase.state().label() + ": " + String.join("; ", phase.reasons());
                ungreen.computeIfAbsent(reason, why -> new ArrayList<>()).add(phase.name());
            }
            for (GroupImpact group : phase.injectionGroups()) {
                WayBack back = WayBack.of(group);
                int relapses = Stream.concat(back.fromInjection().stream(), back.fromHealing().stream())
                        .mapToInt(time -> time.relapses().orElse(0))
                        .max()
                        .orElse(0);
                if (relapses > 0) {
                    relapsed.add(group.name() + " (" + HumanNumbers.counted(relapses, "time") + ")");
                }
            }
        }
        StringBuilder remarks = new StringBuilder();
        ungreen.forEach((reason, phases) -> remarks.append(" ")
                .append(subject(phases, adversity.phases().size()))
                .append(" ")
                .append(reason)
                .append("."));
        cutOff(adversity.injectionGroups())
                .forEach(line -> remarks.append(" ").append(line).append("."));
        if (!relapsed.isEmpty()) {
            remarks.append(" Back, and worse again later: ")
                    .append(String.join(", ", relapsed))
                    .append(".");
        }
        return remarks.toString();
    }

    /** Names the groups that were not watched until they were back, one line for each event that ended the observation. */
    static List<String> cutOff(List<GroupImpact> groups) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        for (GroupImpact group : groups) {
            WayBack back = WayBack.of(group);
            back.fromInjection()
                    .flatMap(TimeBack::cutOffBy)
                    .or(() -> back.fromHealing().flatMap(TimeBack::cutOffBy))
                    .ifPresent(cause -> names.computeIfAbsent(cause, why -> new ArrayList<>())
                            .add(group.name()));
        }
        return names.entrySet().stream()
                .map(cut -> String.join(", ", cut.getValue()) + " cut off by " + cut.getKey())
                .toList();
    }

    /** Names the phases that one remark is about, or counts them if they are many. */
    private static String subject(List<String> phases, int all) {
        if (phases.size() == all && all > 1) {
            return "All phases";
        }
        return phases.size() > MOST_NAMED ? phases.size() + " of " + all + " phases" : String.join(", ", phases);
    }

    private static TableCell fault(PhaseSummary phase) {
        String fault = FaultText.brief(phase.faults());
        return TableCell.words(fault.isEmpty() ? phase.control() ? NO_FAULT : NOT_INJECTED : fault);
    }

    private static DoubleStream figures(PhaseSummary phase, Function<GroupImpact, OptionalDouble> figure) {
        return phase.injectionGroups().stream().flatMapToDouble(group -> figure.apply(group).stream());
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

    private static TableCell outage(PhaseSummary phase) {
        return counted(phase.injectionGroups().stream()
                .flatMapToLong(group -> group.outageS().stream())
                .max());
    }

    /** Formats a number of which none is best. */
    private static TableCell counted(OptionalLong count) {
        TableCell cell = TableCell.count(count);
        return count.isEmpty() ? cell : cell.in(count.getAsLong() > 0 ? CellTone.HOT : CellTone.PLAIN);
    }

    /** Formats the longest recovery time in whole seconds: the rule proceeds by seconds. One that was not seen to end is the longest. */
    private static TableCell back(PhaseSummary phase, Function<WayBack, Optional<TimeBack>> from) {
        return phase.injectionGroups().stream()
                .flatMap(group -> from.apply(WayBack.of(group)).stream())
                .max(Comparator.naturalOrder())
                .map(longest -> FaultImpactSection.back(longest, seconds -> TableCell.count((long) seconds)))
                .orElse(TableCell.none());
    }

    private static TableCell verdict(PhaseState state) {
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
        List<PhaseState> states = adversity.phases().stream()
                .map(PhaseSummary::state)
                .filter(state -> state != PhaseState.NOT_APPLICABLE)
                .toList();
        long passed = states.stream().filter(PhaseState.PASSED::equals).count();
        return passed + " of " + HumanNumbers.counted(states.size(), "phase") + " passed";
    }
}
