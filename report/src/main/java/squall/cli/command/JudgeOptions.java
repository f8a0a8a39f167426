package squall.cli.command;

import java.util.List;
import java.util.Optional;
import squall.check.isolation.IsolationExpectation;
import squall.system.CommandException;

/** Options of a load whose own transactions are checked while it runs. */
public final class JudgeOptions {
    private static final String ISOLATION = "isolation";

    private static final RunOption<String> JUDGE = new RunOption<>(
            "judge",
            "WHAT",
            "isolation: check the isolation of the load's own transactions while it runs",
            new RunOption.ValueFormat<>(
                    ISOLATION, typed -> Optional.of(typed.strip()).filter(ISOLATION::equals), List.of(ISOLATION)),
            "");
    private static final RunOption<String> EXPECT = RunOption.text(
            "expect", "LEVEL", "With --judge: the level that they must have (default: what the database claims)");
    private static final RunOption<String> ALLOW =
            RunOption.text("allow", "LIST", "With --judge: anomalies that are reported but allowed, as lost-update");

    /** All of them. */
    public static final List<RunOption<?>> ALL = List.of(JUDGE, EXPECT, ALLOW);

    private JudgeOptions() {}

    /**
     * Returns what is expected of the database if its isolation is to be judged; empty if it is not.
     *
     * @throws CommandException if an option has a wrong value, or needs {@code --judge}
     */
    public static Optional<IsolationExpectation> of(RunOptions options) throws CommandException {
        String expected = options.get(EXPECT);
        String allowed = options.get(ALLOW);
        if (options.get(JUDGE).isEmpty()) {
            if (!expected.isEmpty() || !allowed.isEmpty()) {
                throw CommandException.usage((expected.isEmpty() ? ALLOW : EXPECT).option()
                        + " says what is expected of isolation: add --judge isolation, or leave it out");
            }
            return Optional.empty();
        }
        try {
            return Optional.of(IsolationExpectation.of(expected, allowed));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--expect and --allow: " + e.getMessage());
        }
    }
}
