package squall.cli.command;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import squall.check.isolation.JudgeRequest;
import squall.check.isolation.JudgeRequest.TypedValue;
import squall.check.isolation.JudgeSettings;
import squall.system.CommandException;

/** Options of a load whose own transactions are checked while it runs: {@link JudgeRequest}. */
public final class JudgeOptions {
    public static final RunOption<String> JUDGE = new RunOption<>(
            "judge",
            "WHAT",
            "isolation: check the isolation of the load's own transactions while it runs",
            new RunOption.ValueFormat<>(
                    JudgeRequest.ISOLATION,
                    typed -> Optional.of(typed.strip()).filter(JudgeRequest.ISOLATION::equals),
                    List.of(JudgeRequest.ISOLATION)),
            "");
    public static final RunOption<String> SHARE = RunOption.text(
            "judge-share",
            "PERCENT",
            "With --judge: percentage of the keys whose operations are judged, which costs the load less than all of them"
                    + " (default: 100)");
    public static final RunOption<String> EXPECT = RunOption.text(
            "expect",
            "LEVEL",
            "With --judge: the isolation level that judged transactions must have (default: what the database claims)");
    public static final RunOption<String> ALLOW = RunOption.text(
            "allow",
            "LIST",
            "With --judge: anomalies of judged transactions that are reported but allowed, such as lost-update,write-skew");

    /** All of them. */
    public static final List<RunOption<?>> ALL = List.of(JUDGE, SHARE, EXPECT, ALLOW);

    private JudgeOptions() {}

    /**
     * Returns how the isolation is to be judged; empty if it is not.
     *
     * @throws CommandException if an option has a wrong value, or needs {@code --judge}
     */
    public static Optional<JudgeSettings> of(RunOptions options) throws CommandException {
        return of(options, RunOption::option);
    }

    /** Returns the same. @param origin the name of an option with the place where it was given, for messages */
    public static Optional<JudgeSettings> of(RunOptions options, Function<RunOption<String>, String> origin)
            throws CommandException {
        JudgeRequest request = new JudgeRequest(
                options.get(JUDGE),
                new TypedValue(origin.apply(SHARE), options.get(SHARE)),
                new TypedValue(origin.apply(EXPECT), options.get(EXPECT)),
                new TypedValue(origin.apply(ALLOW), options.get(ALLOW)));
        try {
            return request.settings();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e);
        }
    }

    /** @throws CommandException if a load that is judged is shared with other clients */
    public static void requireSingle(Optional<JudgeSettings> judged, ClientSettings clients) throws CommandException {
        if (judged.isPresent() && clients.split().shared()) {
            throw CommandException.usage(
                    "--judge isolation is for a single client: what other clients write is unknown to this one");
        }
    }
}
