package squall.engine;

import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import site.ycsb.BasicDB;
import site.ycsb.ClientThread;
import site.ycsb.DB;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;
import squall.engine.schedule.ClaimedTurn;
import squall.engine.schedule.ClientSplit;
import squall.engine.schedule.RunClock;
import squall.engine.schedule.Schedule;
import squall.engine.schedule.Schedules.ClosedLoop;
import squall.engine.schedule.Schedules.OpenLoop;
import squall.engine.schedule.TerminalSchedule;
import squall.engine.schedule.TurnNumbering;
import squall.measure.FireTimes;
import squall.measure.ThinkTimes;

/**
 * Benchmark of finding out when the next operation is due, at a rate so high that it always is: the cost of pacing without the wait.
 *
 * <p>YCSB has no separate step of this kind; the benchmark measures its client thread around an operation that does nothing. This class is
 * in the engine's package because schedules are internal to it.
 */
public class PaceBenchmark {
    private static final int TURNS = 10_000;

    /** State of YCSB's loop. */
    @State(Scope.Benchmark)
    public static class Ycsb {
        @Param({"closed", "constant"})
        public String pace = "";

        /** Initializes the singleton by which the client determines whether there is an intended start to keep. */
        @Setup
        public void begin() {
            Measurements.setProperties(new Properties());
        }

        private double perMs() {
            return pace.equals("closed") ? 0 : 1_000_000;
        }
    }

    /** State of the engine's schedules. */
    @State(Scope.Benchmark)
    public static class Squall {
        private static final double PER_SECOND = 1e9;
        private static final int TERMINALS = 10_000;

        @Param({"closed", "constant", "poisson", "terminals"})
        public String pace = "";

        @SuppressWarnings("NullAway.Init") // by JMH, through begin
        private Schedule schedule;

        @Setup
        public void begin() {
            var course = new RunClock();
            course.begin(Long.MAX_VALUE);
            var turns = new TurnNumbering(0, Long.MAX_VALUE);
            FireTimes.RateProfile rate = FireTimes.RateProfile.constant(PER_SECOND);
            schedule = switch (pace) {
                case "closed" -> new ClosedLoop(course, turns, ClientSplit.WHOLE);
                case "constant" -> whole(FireTimes.even(rate), turns);
                case "poisson" -> whole(FireTimes.poisson(rate, 1), turns);
                case "terminals" ->
                    new TerminalSchedule(
                            TERMINALS,
                            TerminalSchedule.TerminalPacing.scheduled(new ThinkTimes(PER_SECOND / TERMINALS, false, 1)),
                            turns,
                            ClientSplit.WHOLE);
                default -> throw new IllegalArgumentException(pace);
            };
        }
    }

    private static OpenLoop whole(FireTimes times, TurnNumbering turns) {
        return new OpenLoop(times, 0, turns, ClientSplit.WHOLE, ClientSplit.WHOLE::dealt);
    }

    /** State that a session holds. */
    @State(Scope.Thread)
    public static class Holder {
        private final ClaimedTurn claim = new ClaimedTurn();
    }

    @Benchmark
    public long squall(Squall squall, Holder holder) {
        squall.schedule.claim(holder.claim);
        return holder.claim.dueNs();
    }

    /** Workload that does nothing, successfully. */
    private static final class Idle extends Workload {
        @Override
        public boolean doInsert(DB db, Object state) {
            return true;
        }

        @Override
        public boolean doTransaction(DB db, Object state) {
            return true;
        }
    }

    @Benchmark
    @OperationsPerInvocation(TURNS)
    public int ycsb(Ycsb ycsb) {
        var properties = new Properties();
        properties.setProperty(BasicDB.VERBOSE, "false");
        var db = new BasicDB();
        db.setProperties(properties);
        var client = new ClientThread(db, true, new Idle(), properties, TURNS, ycsb.perMs(), new CountDownLatch(1));
        client.run();
        return client.getOpsDone();
    }
}
