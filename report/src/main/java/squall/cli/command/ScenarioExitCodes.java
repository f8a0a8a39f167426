package squall.cli.command;

import java.util.List;
import java.util.stream.Collectors;
import squall.engine.phases.ScenarioResult.ScenarioProblem;
import squall.scenario.expect.Expectation.ExpectationResult;
import squall.system.ExitCode;
import squall.verdict.AdversitySummary;
import squall.verdict.AdversitySummary.PhaseSummary;
import squall.verdict.ExitReasons;
import squall.verdict.PhaseState;

/** Verdict on a scenario run: reasons for an exit code other than 0, in addition to those of every run (DESIGN 8). Pure. */
final class ScenarioExitCodes {
    private ScenarioExitCodes() {}

    /** @param codes of the run */
    static ExitReasons of(ExitReasons codes, AdversitySummary adversity) {
        ExitReasons all = codes;
        for (ScenarioProblem problem : adversity.problems()) {
            all = all.and(code(problem), problem.text());
        }
        for (PhaseSummary phase : adversity.phases()) {
            all = phase(all, phase);
        }
        all = undisturbed(all, adversity);
        return judged(all, "run", adversity.expectations());
    }

    /**
     * Adds a reason if no planned fault was injected: such a run says nothing about the database. A scenario with only a control needs
     * no fault.
     */
    private static ExitReasons undisturbed(ExitReasons codes, AdversitySummary adversity) {
        List<PhaseSummary> disturbing =
                adversity.phases().stream().filter(phase -> !phase.control()).toList();
        boolean nothing = !disturbing.isEmpty()
                && disturbing.stream().allMatch(phase -> phase.state() == PhaseState.NOT_APPLICABLE);
        if (!nothing) {
            return codes;
        }
        String reasons = disturbing.stream()
                .map(phase -> phase.name() + ": " + String.join("; ", phase.reasons()))
                .collect(Collectors.joining("; "));
        return codes.and(ExitCode.INVALID, "no fault of the scenario applies to this cluster: " + reasons);
    }

    private static ExitReasons phase(ExitReasons codes, PhaseSummary phase) {
        String reasons = phase.label() + ": " + String.join("; ", phase.reasons());
        return switch (phase.state()) {
            // An aborted or invalid run reports its own reasons, and so do its problems.
            case CUT, NOT_APPLICABLE, INVALID, NOT_BACK, PASSED -> codes;
            case REFUSED -> codes.and(ExitCode.INVALID, "not done: " + reasons);
            case VACUOUS -> codes.and(ExitCode.INVALID, "the fault was not in effect: " + reasons);
            case UNFINISHED -> codes.and(ExitCode.EXPECTATION, reasons);
            case MISSED, UNDECIDED -> judged(codes, phase.label(), phase.expectations());
        };
    }

    private static ExitReasons judged(ExitReasons codes, String where, Iterable<ExpectationResult> judgements) {
        ExitReasons all = codes;
        for (ExpectationResult judgement : judgements) {
            String text = where + ": " + judgement.measure() + " " + judgement.wanted() + " was expected, but found "
                    + judgement.found();
            all = switch (judgement.verdict()) {
                case MET -> all;
                case MISSED -> all.and(judgement.data() ? ExitCode.DATA : ExitCode.EXPECTATION, text);
                case UNDECIDED -> all.and(ExitCode.INVALID, text);
            };
        }
        return all;
    }

    private static ExitCode code(ScenarioProblem problem) {
        return switch (problem.kind()) {
            case NOT_HEALED -> ExitCode.NOT_HEALED;
            case NO_BASELINE, CUT_SHORT -> ExitCode.INVALID;
        };
    }
}
