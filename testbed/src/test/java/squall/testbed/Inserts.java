package squall.testbed;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import squall.spi.Cluster;
import squall.system.PollDeadline.Condition;

/** Writer of one row after the other into a table of its own, whatever happens; knows which were acknowledged. */
public record Inserts(Cluster cluster) {
    /** Creates an empty table for the rows. */
    public static Inserts into(Cluster cluster) throws SQLException, IOException {
        var inserts = new Inserts(cluster);
        try (var connection = inserts.connect();
                var statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS acknowledged");
            statement.execute("CREATE TABLE acknowledged (id bigint PRIMARY KEY)");
        }
        return inserts;
    }

    /** Step of a test. */
    public interface Step {
        void perform() throws Exception;
    }

    /** Writes while a step is performed. @return the rows that were acknowledged */
    public Set<Long> during(Step step) throws Exception {
        var enough = new AtomicBoolean();
        try (var threads = Executors.newSingleThreadExecutor()) {
            var writer = threads.submit(() -> write(enough));
            try {
                step.perform();
            } finally {
                enough.set(true);
            }
            return writer.get();
        }
    }

    /** Writes until it is told that it is enough; a row counts only if its insert was acknowledged without a warning. */
    private Set<Long> write(AtomicBoolean enough) throws IOException {
        var acknowledged = new TreeSet<Long>();
        long id = 0;
        while (!enough.get()) {
            try (var connection = connect();
                    var statement = connection.createStatement()) {
                while (!enough.get()) {
                    statement.execute("INSERT INTO acknowledged VALUES (" + ++id + ")");
                    if (statement.getWarnings() == null) {
                        acknowledged.add(id);
                    }
                    statement.clearWarnings();
                }
            } catch (SQLException e) {
                id++; // refused or unknown; the next row is another one
            }
        }
        return acknowledged;
    }

    /** Returns a condition that holds when so many rows more than now are there. */
    public Condition more(int rows) throws IOException {
        int before = present().size();
        return () -> present().size() > before + rows;
    }

    /** Returns the rows that are there; none while no server answers. */
    public Set<Long> present() throws IOException {
        var ids = new TreeSet<Long>();
        try (var connection = connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT id FROM acknowledged")) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        } catch (SQLException e) {
            return Set.of(); // no primary now
        }
        return ids;
    }

    private Connection connect() throws SQLException, IOException {
        var target = cluster.target();
        return DriverManager.getConnection(
                target.url() + "&connectTimeout=2&socketTimeout=30&loginTimeout=5&hostRecheckSeconds=1",
                target.user(),
                target.password());
    }
}
