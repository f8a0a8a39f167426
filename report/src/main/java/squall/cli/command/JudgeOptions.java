package squall.cli.command;

import java.util.List;
import java.util.Optional;
import squall.check.isolation.JudgeRequest;
import squall.check.isolation.JudgeSettings;
import squall.system.CommandException;

/** Options of a load whose own transactions are checked while it runs: {@link JudgeRequest}. */
public final class JudgeOptions {
    private static final RunOption<String> JUDGE = new RunOption<>(
            "judge",
            "WHAT",
            JudgeRequest.JUDGE_TEXT,
            new RunOption.ValueFormat<>(
                    JudgeRequest.ISOLATION,
                    typed -> Optional.of(typed.strip()).filter(JudgeRequest.ISOLATION::equals),
                    List.of(JudgeRequest.ISOLATION)),
            "");
    private static final RunOption<String> SHARE =
            RunOption.text("judge-share", "PERCENT", "With --judge: " + JudgeRequest.SHARE_TEXT + " (default: 100)");
    private static final RunOption<String> EXPECT = RunOption.text(
            "expect", "LEVEL", "With --judge: " + JudgeRequest.EXPECT_TEXT + " (default: what the database claims)");
    private static final RunOption<String> ALLOW =
            RunOption.text("allow", "LIST", "With --judge: " + JudgeRequest.ALLOW_TEXT);

    /** All of them. */
    public static final List<RunOption<?>> ALL = List.of(JUDGE, SHARE, EXPECT, ALLOW);

    private JudgeOptions() {}

    /**
     * Returns how the isolation is to be judged; empty if it is not.
     *
     * @throws CommandException if an option has a wrong value, or needs {@code --judge}
     */
    public static Optional<JudgeSettings> of(RunOptions options) throws CommandException {
        JudgeRequest request = new JudgeRequest(
                options.get(JUDGE),
                new JudgeRequest.TypedValue(SHARE.option(), options.get(SHARE)),
                new JudgeRequest.TypedValue(EXPECT.option(), options.get(EXPECT)),
                new JudgeRequest.TypedValue(ALLOW.option(), options.get(ALLOW)));
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
