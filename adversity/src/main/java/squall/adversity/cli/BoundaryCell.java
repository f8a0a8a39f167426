package squall.adversity.cli;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import squall.adversity.cli.RunAction.RepetitionCollector;
import squall.engine.phases.ScenarioResult.InjectionResult.ObservationEnd;
import squall.system.ExitCode;
import squall.verdict.AdversitySummary;
import squall.verdict.AdversitySummary.PhaseSummary;
import squall.verdict.AdversitySummary.TimeBack;
import squall.verdict.AdversitySummary.WayBack;
import squall.verdict.PhaseState;

/**
 * Cell of the map of a boundary: whether one run recovered.
 *
 * @param repeat from 1
 * @param holdS time for which the faults were held; empty if the scenario has several, or none
 * @param loadPercent of the maximum that the run itself measured
 * @param recoveryS the longest time from healing until the recovery rule held; empty if it did not
 * @param run the name of its directory
 * @param exitCode of the run; 6 if the client could not keep up
 */
record BoundaryCell(
        int repeat,
        OptionalDouble holdS,
        long loadPercent,
        CellVerdict verdict,
        OptionalLong recoveryS,
        String run,
        int exitCode) {
    /** Place of a cell in the map. */
    record CellPlace(int repeat, OptionalDouble holdS, long loadPercent) {}

    /** Outcome of a run at one load. */
    enum CellVerdict {
        /** The recovery rule held again after every healing that was watched to its end. */
        RECOVERED("recovers"),
        /** The rule did not hold again within the scenario's {@code recoveryMax}. */
        NOT_RECOVERED("does not recover"),
        /** The load was not steady before any fault: it is above what the client's policy and the database bear. */
        NO_BASELINE("not steady before"),
        /** The fault had no effect, was refused, or the run was cut short. */
        UNDECIDED("undecided");

        private static final Set<PhaseState> UNSEEN = EnumSet.of(
                PhaseState.CUT,
                PhaseState.REFUSED,
                PhaseState.NOT_APPLICABLE,
                PhaseState.VACUOUS,
                PhaseState.UNFINISHED);

        private final String word;

        CellVerdict(String word) {
            this.word = word;
        }

        static CellVerdict of(AdversitySummary result) {
            if (result.baseline().isEmpty()) {
                return NO_BASELINE;
            }
            List<TimeBack> back = recoveries(result);
            if (back.isEmpty() || disturbed(result).map(PhaseSummary::state).anyMatch(UNSEEN::contains)) {
                return UNDECIDED;
            }
            return back.stream().noneMatch(TimeBack::open) ? RECOVERED : NOT_RECOVERED;
        }
    }

    static BoundaryCell of(CellPlace place, RepetitionCollector collector, ExitCode code) {
        Optional<AdversitySummary> result = collector.last();
        boolean interrupted = code == ExitCode.INTERRUPTED || code == ExitCode.TERMINATED;
        CellVerdict verdict =
                result.filter(summary -> !interrupted).map(CellVerdict::of).orElse(CellVerdict.UNDECIDED);
        OptionalLong longest = verdict != CellVerdict.RECOVERED
                ? OptionalLong.empty()
                : recoveries(result.orElseThrow()).stream()
                        .mapToLong(back -> (long) back.seconds())
                        .max();
        String run = String.join("", collector.runs().keySet());
        return new BoundaryCell(place.repeat(), place.holdS(), place.loadPercent(), verdict, longest, run, code.code());
    }

    /** Lists the recoveries from healing; an observation that the next injection cut off shows nothing. */
    private static List<TimeBack> recoveries(AdversitySummary result) {
        return disturbed(result)
                .flatMap(phase -> phase.injectionGroups().stream())
                .flatMap(group -> group.recovery().flatMap(WayBack::fromHealing).stream()
                        .filter(back -> !back.open() || !group.watched().equals(Optional.of(ObservationEnd.FOLLOWED))))
                .toList();
    }

    private static Stream<PhaseSummary> disturbed(AdversitySummary result) {
        return result.phases().stream().filter(phase -> !phase.control());
    }

    boolean recovered() {
        return verdict == CellVerdict.RECOVERED;
    }

    /** Returns the exit code of the run as one of the search: not to recover, or not to be steady, is a result. */
    ExitCode ending() {
        ExitCode code = ExitCode.of(exitCode);
        return switch (verdict) {
            case RECOVERED, NOT_RECOVERED -> code == ExitCode.EXPECTATION ? ExitCode.OK : code;
            case NO_BASELINE -> code == ExitCode.INVALID ? ExitCode.OK : code;
            case UNDECIDED -> ExitCode.worst(List.of(code, ExitCode.INVALID));
        };
    }

    /** Returns whether the run decided although it is invalid, because its client could not keep up, for example. */
    boolean invalid() {
        return exitCode == ExitCode.INVALID.code() && (recovered() || verdict == CellVerdict.NOT_RECOVERED);
    }

    String text() {
        return verdict.word + (recoveryS.isPresent() ? " in " + recoveryS.getAsLong() + " s" : "");
    }
}
