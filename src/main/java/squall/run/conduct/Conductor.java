package squall.run.conduct;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import squall.measure.Tick;
import squall.measure.recovery.SeriesLog;
import squall.run.Ending;
import squall.run.Event;
import squall.run.Run;
import squall.run.RunListener;
import squall.run.RunResult;
import squall.scenario.Scenario;

/**
 * Keeps one load running while the phases of a scenario pass, and disturbs between the windows (DESIGN 5).
 *
 * <pre>
 *   the caller's thread   execute: the run, then waits for the conductor ------------------> Conducted
 *   squall-conductor      waits for the first second, phases ..., heals, ends the run --'
 * </pre>
 *
 * <p>It must be among the listeners of the run that it executes. Once only. However the run ends, everything is healed before {@link
 * #execute} returns.
 */
public final class Conductor implements RunListener {
    private final Scenario scenario;
    private final Disturbances disturbances;
    private final SeriesLog log = new SeriesLog();
    private final Heard heard = new Heard();
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<@Nullable Ending> asked = new AtomicReference<>();
    private final AtomicReference<@Nullable Thread> player = new AtomicReference<>();
    private final AtomicReference<@Nullable Run> conducted = new AtomicReference<>();

    /** @param disturbances made when their time has come */
    public Conductor(Scenario scenario, Disturbances disturbances) {
        this.scenario = scenario;
        this.disturbances = disturbances;
    }

    /**
     * Runs from the first phase to the last.
     *
     * @param run with this among its listeners, and no end of its own
     * @throws InterruptedException if the calling thread was interrupted; everything is healed all the same
     */
    public Conducted execute(Run run) throws InterruptedException {
        conducted.set(run);
        Performance performance = new Performance(scenario, disturbances, new RunPodium(run, log, over, heard));
        Thread thread = Thread.ofPlatform().name("squall-conductor").unstarted(() -> play(run, performance));
        player.set(thread);
        thread.start();
        RunResult result;
        try {
            result = run.execute();
        } finally {
            release();
            awaitEnd(thread);
        }
        return new Conducted(
                result,
                log.since(0),
                performance.yardstick(),
                performance.strikes(),
                performance.troubles(),
                heard.unheard());
    }

    /** Heals everything, then ends the run. From any thread, also from a signal handler; the first ending counts. */
    public void stop(Ending ending) {
        asked.compareAndSet(null, ending);
        release();
    }

    /** Ends the load now, and heals everything. */
    public void stopNow(Ending ending) {
        stop(ending);
        Run run = conducted.get();
        if (run != null) {
            run.stopNow(ending);
        }
    }

    @Override
    public void started(long startedAtEpochMs) {
        started.countDown();
    }

    @Override
    public void closed(Tick tick) {
        log.add(tick);
    }

    @Override
    public void event(Event event) {
        heard.heard(event);
    }

    private void play(Run run, Performance performance) {
        Ending ending = new Ending.Complete();
        try {
            started.await();
            performance.play(run.steadyFromSecond());
            if (!performance.troubles().isEmpty()) {
                ending = new Ending.CalledOff(performance.troubles().getFirst().text());
            }
        } catch (InterruptedException e) {
            // The run is to end, or has ended; whoever wants that said why, or the run knows better.
            Ending why = asked.get();
            ending = why == null ? ending : why;
        } catch (RuntimeException | Error e) { // a disturbance is third-party code; the run fails with it, healed
            ending = new Ending.Failed(e);
        }
        run.stop(ending);
    }

    private void release() {
        over.countDown();
        Thread thread = player.get();
        if (thread != null) {
            thread.interrupt();
        }
    }

    private static void awaitEnd(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true; // healing is not to be cut short
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
