package squall.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import squall.measure.InFlight;

/** All sessions of a run and the threads that carry them; led by the thread that executes the run. */
final class Crew {
    private final Worker.Shared shared;
    private final Schedule schedule;
    private final Optional<Deferrals> deferrals;
    private final List<Worker> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    Crew(Plan plan, Worker.Shared shared, Schedule schedule, Recording recording) {
        this.shared = shared;
        this.schedule = schedule;
        List<Lane> lanes = lanes(plan.sessions(), recording);
        deferrals = plan.deferredSessions() == 0
                ? Optional.empty()
                : Optional.of(new Deferrals(shared.course(), recording.register(), plan.sessions()));
        Deferring deferring = deferrals.<Deferring>map(known -> known).orElse(Deferring.NOWHERE);
        lanes.forEach(lane -> add(plan.threads(), new Ways(schedule, deferring, lane)));
        deferrals.ifPresent(known -> lanes(plan.deferredSessions(), recording)
                .forEach(lane -> add(plan.threads(), new Ways(known.schedule(lane), Deferring.NOWHERE, lane))));
    }

    /** How many lanes the crew of a plan needs. */
    static int lanes(Plan plan) {
        return plan.sessions() + (plan.deferredSessions() == 0 ? 0 : 1 + plan.deferredSessions());
    }

    List<Worker> workers() {
        return workers;
    }

    /** Begins to open all sessions, each on its own thread. */
    void open() {
        threads.forEach(Thread::start);
    }

    boolean awaitOpen(long nanos) throws InterruptedException {
        return shared.gates().opened().await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Lets the open sessions work, or close at once if the run has not begun. */
    void go() {
        shared.gates().go().countDown();
    }

    /** Whether all sessions ended within this time. */
    boolean awaitEnd(long nanos) throws InterruptedException {
        return shared.gates().ended().await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Wakes the sessions that wait for a due time, or for something deferred. */
    void wake() {
        deferrals.ifPresent(Deferrals::wake);
        threads.forEach(LockSupport::unpark);
    }

    /** Breaks off what is still under way. @return how many sessions that concerned */
    int abort() {
        int[] late = IntStream.range(0, workers.size())
                .filter(i -> !workers.get(i).ended())
                .toArray();
        for (int i : late) {
            workers.get(i).abort();
            threads.get(i).interrupt();
        }
        return late.length;
    }

    Vitals vitals() {
        Course course = shared.course();
        long now = Math.min(course.nowNs(), course.endNs());
        int calling = 0;
        long oldestNs = 0;
        long finished = 0;
        for (Worker worker : workers) {
            if (worker.calling()) {
                calling++;
                oldestNs = Math.max(oldestNs, now - worker.oldestDueNs());
            }
            finished += worker.finished();
        }
        return new Vitals(new InFlight(calling, oldestNs), Math.max(0, now - nextDueNs()), finished);
    }

    /** When the last answer came. */
    long lastAnswerNs() {
        return workers.stream().mapToLong(Worker::lastAnswerNs).max().orElse(0);
    }

    /** Whether every session found nothing more to do, rather than being cut off by the end. */
    boolean exhausted() {
        return workers.stream().allMatch(worker -> worker.ended() && !worker.cut());
    }

    ClientHealth health(double gcShare, long stalls) {
        Histogram lag = new Histogram(1);
        Histogram own = new Histogram(1);
        workers.stream().filter(Worker::ended).forEach(worker -> worker.addLags(lag, own));
        return new ClientHealth(p99Ns(lag), p99Ns(own), gcShare, stalls);
    }

    private long nextDueNs() {
        return Math.min(
                schedule.nextDueNs(), deferrals.map(Deferrals::nextDueNs).orElse(Long.MAX_VALUE));
    }

    private void add(Plan.Threads kind, Ways ways) {
        Worker worker = new Worker(workers.size(), shared, ways);
        workers.add(worker);
        threads.add(thread(kind, "squall-session-" + threads.size(), worker));
    }

    private static List<Lane> lanes(int count, Recording recording) {
        return Stream.generate(recording::register).limit(count).toList();
    }

    private static long p99Ns(Histogram micros) {
        return micros.getTotalCount() == 0 ? 0 : micros.getValueAtPercentile(99) * 1000;
    }

    private static Thread thread(Plan.Threads kind, String name, Runnable work) {
        return switch (kind) {
            case PLATFORM -> Thread.ofPlatform().name(name).daemon(true).unstarted(work);
            case VIRTUAL -> Thread.ofVirtual().name(name).unstarted(work);
        };
    }
}
