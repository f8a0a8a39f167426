package squall.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.engine.phases.ScenarioResult.InjectionRecord;
import squall.engine.phases.ScenarioResult.InjectionRecord.InjectionState;
import squall.engine.phases.ScenarioResult.InjectionResult.ObservationEnd;
import squall.measure.recovery.Recovery;
import squall.scenario.expect.Expectation.ExpectationResult;
import squall.scenario.expect.Expectation.ExpectationResult.ExpectationVerdict;

/** State in which a phase ended; the first that holds. */
public enum PhaseState {
    /** Cut off: the run ended before or in the phase. */
    CUT("cut short"),
    /** Refused by a guard, or because the cluster was not healthy. */
    REFUSED("refused"),
    /** Not applicable: the cluster lacks what the phase needs. */
    NOT_APPLICABLE("N/A"),
    /** Vacuous: a fault was not seen to be in effect. */
    VACUOUS("vacuous"),
    /** Unfinished: requested work failed, or did not end in time. */
    UNFINISHED("unfinished"),
    /** Missed: an expectation was not met. */
    MISSED("missed"),
    /** Undecided: an expectation has a figure that nothing measured. */
    UNDECIDED("undecided"),
    /** Invalid: all expectations were met, but the figures do not count: the client was overloaded. */
    INVALID("invalid"),
    /** Not back: all expectations were met, but the system was not seen to be back at the baseline, which no expectation required. */
    NOT_BACK("not back"),
    /** Passed: all expectations were met, and the system was back. */
    PASSED("pass");

    private final String word;

    PhaseState(String word) {
        this.word = word;
    }

    /** Returns the word for users, the same in every scorecard. */
    public String word() {
        return word;
    }

    /** Returns the name that files use, as text for people. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Returns the state of a phase with these injections. @param invalid why its figures do not count; empty: they do */
    static PhaseState of(List<InjectionImpact> impacts, List<ExpectationResult> judgements, Optional<String> invalid) {
        PhaseState carriedOut = carriedOut(impacts);
        if (carriedOut != PASSED) {
            return carriedOut;
        }
        Set<ExpectationVerdict> verdicts =
                judgements.stream().map(ExpectationResult::verdict).collect(Collectors.toSet());
        if (verdicts.contains(ExpectationVerdict.MISSED)) {
            return MISSED;
        }
        if (verdicts.contains(ExpectationVerdict.UNDECIDED)) {
            return UNDECIDED;
        }
        if (invalid.isPresent()) {
            return INVALID;
        }
        return back(impacts) ? PASSED : NOT_BACK;
    }

    /** Returns whether the injections were completed; {@code PASSED} if all were. */
    static PhaseState carriedOut(List<InjectionImpact> impacts) {
        if (impacts.isEmpty()
                || impacts.stream().anyMatch(impact -> impact.result().ending() == ObservationEnd.CUT)) {
            return CUT;
        }
        Set<InjectionState> states =
                injections(impacts).map(InjectionRecord::status).collect(Collectors.toSet());
        if (states.contains(InjectionState.REFUSED)) {
            return REFUSED;
        }
        if (states.contains(InjectionState.WITHOUT_EFFECT) || states.contains(InjectionState.FAILED)) {
            return VACUOUS;
        }
        if (states.contains(InjectionState.UNFINISHED)) {
            return UNFINISHED;
        }
        return states.contains(InjectionState.IN_EFFECT) ? PASSED : NOT_APPLICABLE;
    }

    /** Returns why a phase in this state did not pass, a line each; without the unmet expectations, which have lines of their own. */
    List<String> reasons(List<InjectionImpact> impacts, Optional<String> invalid) {
        List<String> reasons = injections(impacts)
                .filter(injection -> injection.status() != InjectionState.IN_EFFECT)
                .map(InjectionRecord::how)
                .distinct()
                .collect(Collectors.toCollection(ArrayList::new));
        switch (this) {
            case INVALID -> invalid.ifPresent(reasons::add);
            case NOT_BACK ->
                reasons.add("not seen back at the baseline; nothing expects it, so the exit code does not show it");
            case CUT, REFUSED, NOT_APPLICABLE, VACUOUS, UNFINISHED, MISSED, UNDECIDED, PASSED -> {}
        }
        return reasons;
    }

    /**
     * Returns whether the baseline was seen after the last injection; the observation of one that the next injection cut off shows nothing.
     */
    private static boolean back(List<InjectionImpact> impacts) {
        return impacts.stream()
                .filter(impact -> impact.result().ending() != ObservationEnd.FOLLOWED)
                .flatMap(impact -> Stream.concat(impact.fromInjection(), impact.fromHealing()))
                .allMatch(Recovery.Recovered.class::isInstance);
    }

    private static Stream<InjectionRecord> injections(List<InjectionImpact> impacts) {
        return impacts.stream().flatMap(impact -> impact.result().injections().stream());
    }
}
