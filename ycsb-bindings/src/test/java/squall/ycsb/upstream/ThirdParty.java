package squall.ycsb.upstream;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;

/** Collection of classes that others compile against {@code site.ycsb:core:0.17.0}. */
final class ThirdParty {
    private ThirdParty() {}

    /** Database that answers each kind of call in another unfriendly way. */
    public static class RudeDb extends DB {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public Status read(String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
            throw new IllegalStateException("read number " + calls.incrementAndGet());
        }

        @Override
        @SuppressWarnings("NonApiType") // upstream's signature
        public Status scan(
                String table,
                String startKey,
                int records,
                @Nullable Set<String> fields,
                Vector<HashMap<String, ByteIterator>> result) {
            return new Status("BUSY", "come back later");
        }

        @Override
        @SuppressWarnings("NullAway") // the contract is broken on purpose
        public Status update(String table, String key, Map<String, ByteIterator> values) {
            return null;
        }

        @Override
        public Status insert(String table, String key, Map<String, ByteIterator> values) {
            return Status.ERROR;
        }

        @Override
        public Status delete(String table, String key) {
            throw new NoClassDefFoundError("com/example/Missing");
        }

        @Override
        public void cleanup() throws DBException {
            throw new DBException("cannot let go");
        }
    }

    /** Database that cannot be connected to. */
    public static final class ClosedDb extends RudeDb {
        @Override
        public void init() throws DBException {
            throw new DBException("connection refused: 127.0.0.1:1");
        }
    }

    /** Database that blocks until it is interrupted. */
    public static final class StuckDb extends RudeDb {
        static final CountDownLatch REACHED = new CountDownLatch(1);

        @Override
        public Status read(String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
            REACHED.countDown();
            try {
                new CountDownLatch(1).await();
                return Status.OK;
            } catch (InterruptedException e) {
                return new Status("INTERRUPTED", "");
            }
        }
    }

    /** Workload that calls the database once in each way, measures something of its own, and cannot be cleaned up. */
    public static class OnceEach extends Workload {
        @Override
        public boolean doInsert(DB db, Object state) {
            return db.insert("t", "k", Map.of("f", new StringByteIterator("v"))).isOk();
        }

        @Override
        @SuppressWarnings("JdkObsolete") // upstream's interface takes a Vector
        public boolean doTransaction(DB db, Object state) {
            db.read("t", "k", null, new HashMap<>());
            db.scan("t", "k", 1, null, new Vector<>());
            db.update("t", "k", new HashMap<>());
            db.delete("t", "k");
            Measurements.getMeasurements().measure("TRANSFER", 77);
            Measurements.getMeasurements().reportStatus("TRANSFER", Status.OK);
            return true;
        }

        @Override
        public void cleanup() throws WorkloadException {
            throw new WorkloadException("nothing was ever clean");
        }
    }

    /** Workload that reads a row that is not there, then inserts it. */
    public static final class ReadThenInsert extends OnceEach {
        @Override
        public boolean doTransaction(DB db, Object state) {
            return !db.read("t", "k", null, new HashMap<>()).isOk() && doInsert(db, state);
        }
    }

    /** Workload that ends each thread after its second transaction. */
    public static final class TwoEach extends OnceEach {
        @Override
        public Object initThread(Properties properties, int id, int threads) {
            return new AtomicInteger();
        }

        @Override
        public boolean doTransaction(DB db, Object state) {
            db.read("t", "k", null, new HashMap<>());
            return ((AtomicInteger) state).incrementAndGet() < 2;
        }
    }

    /** Workload that asks all threads to stop. */
    public static final class Quitting extends OnceEach {
        @Override
        public boolean doTransaction(DB db, Object state) {
            requestStop();
            return true;
        }
    }

    /** Workload that measures what began long before its turn, under a name that Squall knows. */
    public static final class Timeless extends OnceEach {
        @Override
        public boolean doTransaction(DB db, Object state) {
            Measurements.getMeasurements().measure("VERIFY", Integer.MAX_VALUE);
            Measurements.getMeasurements().reportStatus("VERIFY", Status.ERROR);
            return true;
        }
    }

    /** Workload that fails without asking the database. */
    public static final class Broken extends OnceEach {
        @Override
        public boolean doTransaction(DB db, Object state) {
            throw new ArithmeticException("/ by zero");
        }
    }

    /** Workload that refuses its properties. */
    public static final class Picky extends OnceEach {
        @Override
        public void init(Properties properties) throws WorkloadException {
            throw new WorkloadException("picky.level is missing");
        }
    }
}
