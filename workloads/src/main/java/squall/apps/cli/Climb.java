package squall.apps.cli;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import squall.apps.run.AppLoad;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.Signals;
import squall.cli.progress.Console;
import squall.measure.OperationSummary;
import squall.measure.WindowSummary;
import squall.run.Ending;
import squall.run.Plan;
import squall.run.Run;
import squall.run.RunResult;

/** Raises sessions step by step, each step a run of its own on the same tables, and says what it sees. */
final class Climb {
    private final AppLoad load;
    private final Order order;
    private final Ramp ramp;
    private final Console console;

    /** @param load set up */
    Climb(AppLoad load, Order order, Ramp ramp, Console console) {
        this.load = load;
        this.order = order;
        this.ramp = ramp;
        this.console = console;
    }

    Curve curve() throws CommandException, InterruptedException {
        Curve curve = new Curve(List.of(), ramp.p99LimitMs());
        console.say("raising the sessions that " + ramp.kind().name().toLowerCase(Locale.ROOT) + ", "
                + ramp.step().toSeconds() + " s each");
        while (!curve.over()) {
            Curve.Step step = step(curve.next());
            console.say(step.line());
            curve = curve.with(step);
        }
        console.say(curve.why() + ": " + curve.best() + " sessions");
        return curve;
    }

    private Curve.Step step(int sessions) throws CommandException, InterruptedException {
        Crew crew = ramp.crew(order.crew(), sessions);
        RunResult result = executed(new Run(load.rehearsal(crew.roles()), plan(crew), List.of()));
        WindowSummary measured = result.windows().getLast();
        OperationSummary kind = measured.operations().get(ramp.kind().ordinal());
        return new Curve.Step(
                sessions,
                measured.seconds() == 0 ? 0 : kind.ok() / measured.seconds(),
                kind.latency().getValueAtPercentile(99) / 1000.0,
                measured.failed());
    }

    private static RunResult executed(Run run) throws CommandException, InterruptedException {
        Signals signals = Signals.install(
                signal -> run.stop(new Ending.Interrupted(signal)),
                signal -> run.stopNow(new Ending.Interrupted(signal)));
        try {
            RunResult result = run.execute();
            return switch (result.ending()) {
                case Ending.Complete complete -> result;
                case Ending.Aborted aborted -> result;
                case Ending.Interrupted interrupted ->
                    throw new CommandException(ExitCode.INTERRUPTED, "interrupted while sessions were raised");
                case Ending.CalledOff off -> throw new CommandException(ExitCode.INVALID, off.reason());
                case Ending.Failed failed ->
                    throw new CommandException(ExitCode.INTERNAL_ERROR, "raising sessions failed", failed.cause());
            };
        } finally {
            signals.close();
        }
    }

    /** The first second, in which connections are new, is not measured. */
    private Plan plan(Crew crew) {
        Plan whole = order.plan();
        return new Plan(
                crew.sessions(),
                whole.pace(),
                OptionalLong.empty(),
                Optional.of(ramp.step()),
                Duration.ofSeconds(1),
                whole.grace(),
                whole.seed(),
                Plan.Threads.suiting(crew.sessions()),
                List.of());
    }
}
