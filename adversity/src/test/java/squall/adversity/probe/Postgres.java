package squall.adversity.probe;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import squall.fake.FakeDriver;
import squall.fixture.TestPostgres;
import squall.spi.Cluster;
import squall.spi.Target;

/** Fixture of a PostgreSQL for one test class. */
final class Postgres extends TestPostgres {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    Postgres() throws IOException, InterruptedException {
        super("probes");
    }

    /** Returns the same server through a driver that commits every statement by itself and says that it did not. */
    Target withoutTransactions() {
        return new Target(
                target().kind(),
                FakeDriver.withoutTransactions(target().url()),
                target().user(),
                target().password(),
                target().properties());
    }

    List<Cluster.Node> nodes() {
        return List.of(new Cluster.Node("n1", "127.0.0.1", port(), "a", "r"));
    }

    void crashAndRestart() throws IOException, InterruptedException {
        server().stopImmediate();
        up();
    }

    long number(String query) throws SQLException {
        return Long.parseLong(ask(query));
    }

    /** Waits until the answer is at least this. */
    void await(String query, long least) throws SQLException {
        long deadlineNs = System.nanoTime() + LIMIT.toNanos();
        while (number(query) < least) {
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError(query + " stays below " + least);
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }
}
