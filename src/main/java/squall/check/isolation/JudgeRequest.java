package squall.check.isolation;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Request to check the isolation of a load's own transactions while it runs, as typed in any front end: {@code --judge},
 * {@code --judge-share}, {@code --expect} and {@code --allow}.
 *
 * @param judge what is to be checked; empty: nothing
 * @param share percentage of the keys whose operations are checked; empty: all
 * @param expect the level that the transactions must have
 * @param allow the anomalies that are reported but allowed
 */
public record JudgeRequest(String judge, TypedValue share, TypedValue expect, TypedValue allow) {
    /** Value of {@code --judge}, and name of the check. */
    public static final String ISOLATION = "isolation";

    /** Type of the event that reports the first anomaly of a kind while the load runs. */
    public static final String EVENT = "judge";

    /** Name of the event's fact with the title of the anomaly. */
    public static final String ANOMALY = "anomaly";

    /**
     * Value of an option.
     *
     * @param option name of the option with the place where it was given, for messages
     * @param text empty: it was not given
     */
    public record TypedValue(String option, String text) {}

    /**
     * Returns the settings of the check; empty if nothing is to be checked.
     *
     * @throws IllegalArgumentException if a value is wrong, or is one of a check that was not requested
     */
    public Optional<JudgeSettings> settings() {
        if (judge.isEmpty()) {
            for (TypedValue given : List.of(expect, allow, share)) {
                if (!given.text.isEmpty()) {
                    throw new IllegalArgumentException(given.option
                            + (given.equals(share)
                                    ? " says which keys are judged"
                                    : " says what is expected of isolation")
                            + ": add --judge isolation, or leave it out");
                }
            }
            return Optional.empty();
        }
        return Optional.of(new JudgeSettings(
                new IsolationExpectation(
                        parsed(expect, () -> IsolationExpectation.of(expect.text, ""))
                                .level(),
                        parsed(allow, () -> IsolationExpectation.of("", allow.text))
                                .allowed()),
                parsed(share, () -> KeyShare.of(share.text))));
    }

    private static <T> T parsed(TypedValue value, Supplier<T> parser) {
        try {
            return parser.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(value.option + ": " + e.getMessage(), e);
        }
    }
}
