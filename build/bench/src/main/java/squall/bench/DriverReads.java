package squall.bench;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Program that uses the CQL driver alone, as a peer of {@code bin/ycsb run ycql -P workloadc}:
 * {@code DriverReads HOST PORT DATA_CENTRE ROWS THREADS SECONDS}. Each thread reads one row after the other and decodes its ten fields.
 * Prints a line of progress each second, in the form of pgbench's.
 */
final class DriverReads {
    private static final int FIELDS = 10;
    private static final long SECOND_NS = 1_000_000_000L;

    private DriverReads() {}

    public static void main(String[] args) throws InterruptedException {
        int rows = Integer.parseInt(args[3]);
        int seconds = Integer.parseInt(args[5]);
        LongAdder done = new LongAdder();
        try (CqlSession session = CqlSession.builder()
                .addContactPoint(new InetSocketAddress(args[0], Integer.parseInt(args[1])))
                .withLocalDatacenter(args[2])
                .build()) {
            PreparedStatement read =
                    session.prepare("SELECT field0,field1,field2,field3,field4,field5,field6,field7,field8,field9"
                            + " FROM ycsb.usertable WHERE y_id = ?");
            long endNs = System.nanoTime() + seconds * SECOND_NS;
            Thread[] threads = IntStream.range(0, Integer.parseInt(args[4]))
                    .mapToObj(i -> Thread.ofPlatform().start(() -> read(session, read, rows, endNs, done)))
                    .toArray(Thread[]::new);
            progress(seconds, done);
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static void read(CqlSession session, PreparedStatement read, int rows, long endNs, LongAdder done) {
        long characters = 0;
        while (System.nanoTime() < endNs) {
            @Nullable
            Row row = session.execute(
                            read.bind("user" + ThreadLocalRandom.current().nextInt(rows)))
                    .one();
            if (row == null) {
                throw new IllegalStateException("a row is missing: load it with insertorder=ordered");
            }
            for (int field = 0; field < FIELDS; field++) {
                characters += String.valueOf(row.getString(field)).length();
            }
            done.increment();
        }
        if (characters == 0) {
            throw new IllegalStateException("all fields were empty");
        }
    }

    private static void progress(int seconds, LongAdder done) throws InterruptedException {
        long before = 0;
        for (int second = 1; second <= seconds; second++) {
            Thread.sleep(1_000);
            long now = done.sum();
            System.err.printf("progress: %d.0 s, %d.0 tps%n", second, now - before);
            before = now;
        }
    }
}
