package squall.bench;

import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import site.ycsb.BasicDB;
import site.ycsb.ClientThread;
import site.ycsb.DB;
import site.ycsb.Workload;

/**
 * Finding out when the next operation is due, at a rate so high that it always is: the cost of pacing without the wait.
 *
 * <p>YCSB has no such step by itself. What is measured is its client thread around an operation that does nothing.
 */
public class PaceBenchmark {
    private static final int TURNS = 10_000;

    /** YCSB's loop. */
    @State(Scope.Benchmark)
    public static class Ycsb {
        @Param({"closed", "constant"})
        public String pace = "";

        private double perMs() {
            return pace.equals("closed") ? 0 : 1_000_000;
        }
    }

    /** Does nothing, successfully. */
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
