package squall.command;

import java.util.List;
import java.util.stream.Collectors;
import squall.cli.ExitCode;
import squall.cli.ExitCodes;
import squall.run.conduct.Trouble;
import squall.scenario.expect.Judgement;
import squall.verdict.Adversity;
import squall.verdict.PhaseOutcome;

/** Why a run under a scenario does not end with 0, beside what holds for every run (DESIGN 8). Pure. */
final class ScenarioCodes {
    private ScenarioCodes() {}

    /** @param codes of the run */
    static ExitCodes of(ExitCodes codes, Adversity adversity) {
        ExitCodes all = codes;
        for (Trouble trouble : adversity.troubles()) {
            all = all.and(code(trouble), trouble.text());
        }
        for (PhaseOutcome phase : adversity.phases()) {
            all = phase(all, phase);
        }
        all = undisturbed(all, adversity);
        return judged(all, "run", adversity.judgements());
    }

    /** A run that was to disturb and could not do so says nothing of the database; a control alone asks for no fault. */
    private static ExitCodes undisturbed(ExitCodes codes, Adversity adversity) {
        List<PhaseOutcome> disturbing =
                adversity.phases().stream().filter(phase -> !phase.control()).toList();
        boolean nothing = !disturbing.isEmpty()
                && disturbing.stream().allMatch(phase -> phase.state() == PhaseOutcome.State.NOT_APPLICABLE);
        if (!nothing) {
            return codes;
        }
        String reasons = disturbing.stream()
                .map(phase -> phase.name() + ": " + String.join("; ", phase.reasons()))
                .collect(Collectors.joining("; "));
        return codes.and(ExitCode.INVALID, "nothing was disturbed: no fault of the scenario applies here: " + reasons);
    }

    private static ExitCodes phase(ExitCodes codes, PhaseOutcome phase) {
        String reasons = phase.label() + ": " + String.join("; ", phase.reasons());
        return switch (phase.state()) {
            // A run that was ended says so by itself, and so does trouble.
            case CUT, NOT_APPLICABLE, PASSED -> codes;
            case REFUSED -> codes.and(ExitCode.INVALID, "not done: " + reasons);
            case VACUOUS -> codes.and(ExitCode.INVALID, "the fault was not in effect: " + reasons);
            case UNFINISHED -> codes.and(ExitCode.EXPECTATION, reasons);
            case MISSED, UNDECIDED -> judged(codes, phase.label(), phase.judgements());
        };
    }

    private static ExitCodes judged(ExitCodes codes, String where, Iterable<Judgement> judgements) {
        ExitCodes all = codes;
        for (Judgement judgement : judgements) {
            String text = where + ": " + judgement.expectation().measure().key() + " "
                    + judgement.expectation().text() + " was expected, found " + judgement.found();
            all = switch (judgement.verdict()) {
                case MET -> all;
                case MISSED ->
                    all.and(judgement.expectation().measure().data() ? ExitCode.DATA : ExitCode.EXPECTATION, text);
                case UNDECIDED -> all.and(ExitCode.INVALID, text);
            };
        }
        return all;
    }

    private static ExitCode code(Trouble trouble) {
        return switch (trouble) {
            case Trouble.NotHealed healing -> ExitCode.NOT_HEALED;
            case Trouble.NoBaseline baseline -> ExitCode.INVALID;
        };
    }
}
