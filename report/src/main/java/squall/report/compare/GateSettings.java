package squall.report.compare;

/**
 * Settings of a gate.
 *
 * @param comparison metrics, minimum effects and what may differ; no metrics: the usual figures of each fault
 * @param risk maximum probability of a false alarm over all figures
 * @param power minimum probability that a worsening of the stated size is found
 * @param mostRuns number of new runs after which there is a verdict in any case
 */
public record GateSettings(ComparisonSettings comparison, double risk, double power, int mostRuns) {
    /** Defaults. */
    public static final GateSettings USUAL =
            new GateSettings(ComparisonSettings.USUAL, ComparisonSettings.RISK, 0.9, 8);

    /** Number of new runs that a gate can ask for. */
    public static final int MOST_RUNS = 100;

    public GateSettings {
        if (!(risk > 0 && risk <= 0.5)) {
            throw new IllegalArgumentException("the risk of a false alarm must be in (0, 0.5]: " + risk);
        }
        if (!(power >= 0.5 && power < 1)) {
            throw new IllegalArgumentException("the power must be in [0.5, 1): " + power);
        }
        if (mostRuns < 1 || mostRuns > MOST_RUNS) {
            throw new IllegalArgumentException("the most new runs must be 1 to " + MOST_RUNS + ": " + mostRuns);
        }
    }
}
