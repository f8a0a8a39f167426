package squall.tpcc.audit;

/**
 * One check of the auditor.
 *
 * @param clause of the specification
 * @param detail the value found and the value required, one line
 */
public record AuditLine(String clause, Verdict verdict, String detail) {
    /** What the auditor says. None of it concerns the data, so none of it is a failed check of the data. */
    public enum Verdict {
        PASS,
        /** The run is no TPC-C by this clause. */
        FAIL,
        /** Too little was counted to tell a wrong run from chance. */
        SKIP,
        /** The clause asks nothing of a run of this scale. */
        NOT_APPLICABLE
    }

    /** {@code Audit check 9.2.2.5.1: PASS: …} */
    public String text() {
        String word = verdict == Verdict.NOT_APPLICABLE ? "not applicable" : verdict.name();
        return "Audit check " + clause + ": " + word + ": " + detail;
    }
}
