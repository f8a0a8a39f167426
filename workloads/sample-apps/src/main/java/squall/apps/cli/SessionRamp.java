package squall.apps.cli;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import squall.apps.AppOperations;
import squall.apps.run.AppLoad;
import squall.cli.Signals;
import squall.cli.progress.ProgressConsole;
import squall.engine.LoadRun;
import squall.engine.RunResult;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunEnding;
import squall.measure.OperationSummary;
import squall.measure.WindowSummary;
import squall.spi.Operation;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.HumanNumbers;

/** Raises sessions step by step, each step a run of its own on the same tables, and says what it sees. */
final class SessionRamp {
    private final AppLoad load;
    private final SampleAppSettings order;
    private final RampSettings ramp;
    private final ProgressConsole console;

    /** @param load set up */
    SessionRamp(AppLoad load, SampleAppSettings order, RampSettings ramp, ProgressConsole console) {
        this.load = load;
        this.order = order;
        this.ramp = ramp;
        this.console = console;
    }

    ThroughputCurve curve() throws CommandException, InterruptedException {
        ThroughputCurve curve = new ThroughputCurve(List.of(), ramp.p99LimitMs());
        console.say("raising the sessions that " + ramp.kind().name().toLowerCase(Locale.ROOT) + ", "
                + ramp.step().toSeconds() + " s each");
        while (!curve.over()) {
            ThroughputCurve.CurvePoint step = step(curve.next());
            console.say(step.line());
            curve = curve.with(step);
        }
        console.say(curve.why() + ": " + HumanNumbers.counted(curve.best(), "session"));
        return curve;
    }

    private ThroughputCurve.CurvePoint step(int sessions) throws CommandException, InterruptedException {
        WorkerCounts workers = ramp.workers(order.workers(), sessions);
        RunResult result = executed(
                new LoadRun(load.rehearsal(workers.roles(order.assignment().split())), plan(workers), List.of()));
        WindowSummary measured = result.windows().getLast();
        OperationSummary kind = measured.operations().get(ramp.kind().ordinal());
        return new ThroughputCurve.CurvePoint(
                sessions,
                measured.seconds() == 0 ? 0 : kind.ok() / measured.seconds(),
                kind.latency().getValueAtPercentile(99) / 1000.0,
                measured.failed());
    }

    private static RunResult executed(LoadRun run) throws CommandException, InterruptedException {
        Signals signals = Signals.install(
                signal -> run.stop(new RunEnding.Interrupted(signal)),
                signal -> run.stopNow(new RunEnding.Interrupted(signal)));
        try {
            RunResult result = run.execute();
            return switch (result.ending()) {
                case RunEnding.Complete complete -> result;
                case RunEnding.Aborted aborted -> result;
                case RunEnding.Interrupted interrupted ->
                    throw new CommandException(ExitCode.INTERRUPTED, "interrupted while sessions were raised");
                case RunEnding.CalledOff off -> throw new CommandException(ExitCode.INVALID, off.reason());
                case RunEnding.Failed failed ->
                    throw new CommandException(ExitCode.INTERNAL_ERROR, "raising sessions failed", failed.cause());
            };
        } finally {
            signals.close();
        }
    }

    /** The first second, in which connections are new, is not measured. */
    private LoadPlan plan(WorkerCounts workers) {
        LoadPlan whole = order.plan();
        return new LoadPlan(
                workers.sessions(),
                whole.pace(),
                OptionalLong.empty(),
                Optional.of(ramp.step()),
                Duration.ofSeconds(1),
                whole.grace(),
                whole.seed(),
                LoadPlan.Threads.suiting(workers.sessions()),
                List.of());
    }

    /**
     * An order to find out how many sessions it takes.
     *
     * @param kind whose sessions are raised
     * @param step how long each number is measured
     * @param p99LimitMs that must not be passed; infinite: none
     */
    record RampSettings(Operation kind, Duration step, double p99LimitMs) {
        static final String AUTO = "auto";

        /** Empty if all numbers of sessions are given. */
        static Optional<RampSettings> of(ParsedOptions given) throws CommandException {
            boolean write = given.text("num_threads_write").equals(Optional.of(AUTO));
            boolean read = given.text("num_threads_read").equals(Optional.of(AUTO));
            if (!write && !read) {
                for (String option : List.of("auto-step", "auto-p99")) {
                    if (given.has(option)) {
                        throw CommandException.usage(
                                "--" + option + " needs --num_threads_write auto or --num_threads_read auto");
                    }
                }
                return Optional.empty();
            }
            if (write && read) {
                throw CommandException.usage(
                        "one number of sessions can be raised at a time: give --num_threads_read or"
                                + " --num_threads_write a number");
            }
            for (String rate : List.of("rate", "read_rate", "write_rate")) {
                if (given.has(rate)) {
                    throw CommandException.usage("--" + rate + " says how fast, 'auto' finds out: leave one out");
                }
            }
            return Optional.of(new RampSettings(
                    write ? AppOperations.WRITE : AppOperations.READ,
                    Duration.ofSeconds(given.number("auto-step", 5, 1)),
                    given.rate("auto-p99").orElse(Double.POSITIVE_INFINITY)));
        }

        /** The crew with so many sessions of the kind that is raised. */
        WorkerCounts workers(WorkerCounts others, int sessions) {
            return kind.equals(AppOperations.WRITE) ? others.writers(sessions) : others.readers(sessions);
        }
    }
}
