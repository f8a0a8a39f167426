package squall.scenario.expect;

/** Whether an expectation was met. @param found what was measured, as printed */
public record ExpectationResult(Expectation expectation, Verdict verdict, String found) {
    /** How an expectation ended. */
    public enum Verdict {
        MET,
        MISSED,
        /** Nothing measured it, or not for long enough. */
        UNDECIDED
    }
}
