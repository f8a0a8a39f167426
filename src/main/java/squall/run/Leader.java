package squall.run;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import squall.measure.Outcomes;
import squall.measure.Pulse;
import squall.measure.Tick;
import squall.measure.Timeline;
import squall.measure.Windows;
import squall.spi.Load;
import squall.spi.Operation;

/**
 * Leads one run on the thread that executes it.
 *
 * <pre>
 *   open --all sessions open--> drive --turns done, time over, stop rule, stop()--> dismiss --> account --> result
 *     '------------ one could not be opened, stop() ------------------------------------^
 *
 *   dismiss: [grace] --still under way--> abort, interrupt [a few seconds] --still under way--> given up, charged as unfinished
 * </pre>
 */
final class Leader implements Recording.Sink {
    private static final long LOOK_NS = 10_000_000;
    /** How long a session has after it was aborted. */
    private static final long ABORTED_NS = 3_000_000_000L;
    /** A session that answers an abort by trying again is aborted again. */
    private static final long ABORT_AGAIN_NS = 100_000_000;

    private final Load load;
    private final Plan plan;
    private final Course course;
    private final Scribe scribe;
    private final Schedule schedule;
    private final Timeline timeline;
    private final Recording recording;
    private final Crew crew;
    private final Guard guard;
    private final GcShare gc;
    private OptionalDouble maximum = OptionalDouble.empty();

    Leader(Load load, Plan plan, Course course, Scribe scribe, Windows windows) {
        this.load = load;
        this.plan = plan;
        this.course = course;
        this.scribe = scribe;
        Outcomes outcomes = new Outcomes();
        Lateness lateness = Lateness.of(plan, load);
        schedule = new Schedules(plan, course).make();
        timeline = new Timeline(operations(lateness), windows, outcomes);
        recording = new Recording(timeline, Crew.lanes(plan), course::nowNs, this);
        Gates gates = new Gates(plan.sessions() + plan.deferredSessions());
        crew = new Crew(plan, new Worker.Shared(load, course, outcomes, gates, lateness), schedule, recording);
        guard = new Guard(plan.stopRules());
        gc = new GcShare(windows, GcShare::pausedMs);
    }

    RunResult lead() throws InterruptedException {
        scribe.start();
        try {
            open();
            drive();
        } catch (InterruptedException e) {
            course.endNow(new Ending.Interrupted("interrupt"));
            report(dismiss());
            throw e;
        }
        return report(dismiss());
    }

    @Override
    public Vitals vitals() {
        return crew.vitals();
    }

    @Override
    public void pulse(Pulse pulse) {
        scribe.tell(listener -> listener.pulse(pulse));
    }

    @Override
    public void closed(Tick tick) {
        scribe.tell(listener -> listener.closed(tick));
    }

    @Override
    public void failed(Throwable cause) {
        course.fail(cause);
    }

    private void open() throws InterruptedException {
        crew.open();
        while (course.ending() == null && !crew.awaitOpen(LOOK_NS)) {
            // A look at the ending between two waits.
        }
        course.begin(plan.endNs());
        if (course.begun()) {
            long startedAtEpochMs = System.currentTimeMillis();
            scribe.tell(listener -> listener.started(startedAtEpochMs));
            recording.start();
        }
        crew.go();
    }

    private void drive() throws InterruptedException {
        while (!course.over() && !crew.awaitEnd(LOOK_NS)) {
            look(course.nowNs());
        }
        course.end(new Ending.Complete());
    }

    private void look(long now) {
        gc.look(now);
        if (schedule instanceof Calibration calibration) {
            calibration.look(now, recording.acknowledged()).ifPresent(found -> settle(calibration, found, now));
        }
        Vitals vitals = crew.vitals();
        boolean pending = vitals.inFlight().operations() > 0 || vitals.lagNs() > 0;
        guard.check(new Guard.Look(now, recording.acknowledged(), recording.failed(), pending))
                .ifPresent(course::end);
    }

    private void settle(Calibration calibration, double found, long now) {
        if (found == 0) {
            course.fail(new IOException(
                    "calibration: nothing was acknowledged in its last quarter, so there is no maximum to take a"
                            + " share of"));
            return;
        }
        maximum = OptionalDouble.of(found);
        calibration.settle(found);
        tell(now, "calibrated", String.format(Locale.ROOT, "maximum %.1f per second", found));
    }

    /** Ends all sessions in bounded time. @return how many had to be aborted */
    private int dismiss() throws InterruptedException {
        crew.go();
        crew.wake();
        long overNs = System.nanoTime();
        boolean ended = crew.awaitEnd(0);
        while (!ended && System.nanoTime() - overNs < course.patienceNs(plan.grace())) {
            ended = crew.awaitEnd(LOOK_NS);
        }
        return ended ? 0 : abort();
    }

    private int abort() throws InterruptedException {
        int aborted = crew.abort();
        if (course.begun()) {
            tell(course.nowNs(), "aborted", aborted + " sessions were still in a call after the grace time");
        }
        long until = System.nanoTime() + ABORTED_NS;
        while (!crew.awaitEnd(ABORT_AGAIN_NS) && System.nanoTime() < until) {
            crew.abort();
        }
        return aborted;
    }

    private RunResult report(int aborted) throws InterruptedException {
        if (course.begun()) {
            recording.stop();
        }
        boolean exhausted = crew.exhausted();
        long endNs = exhausted ? crew.lastAnswerNs() : course.endNs();
        Account account = new Account(load, timeline, endNs);
        account.settle(crew.workers(), exhausted);
        timeline.finish(endNs, this::closed);
        scribe.flush();
        RunResult result = result(account, endNs, aborted);
        scribe.finish(listener -> listener.finished(result));
        return result.endedBy(ending()); // a listener may have failed at the last news
    }

    private RunResult result(Account account, long endNs, int aborted) {
        return new RunResult(
                ending(),
                Math.max(endNs, crew.lastAnswerNs()),
                account.count(),
                new Measurement(timeline.total(endNs), timeline.windows(endNs), maximum, timeline.longestGap(endNs)),
                aborted,
                crew.health(gc.highest(endNs), recording.stalls()));
    }

    private Ending ending() {
        return Objects.requireNonNull(course.ending());
    }

    private void tell(long atNs, String type, String detail) {
        scribe.tell(listener -> listener.event(Event.of(atNs, type, detail)));
    }

    private List<Operation> operations(Lateness lateness) {
        return plan.lateAfter().isEmpty()
                ? load.operations()
                : Stream.concat(load.operations().stream(), Stream.of(lateness.unsent()))
                        .toList();
    }
}
