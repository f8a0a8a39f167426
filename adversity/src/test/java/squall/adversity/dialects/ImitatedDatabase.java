package squall.adversity.dialects;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import squall.fixture.TestPostgres;
import squall.spi.Cluster;
import squall.spi.Target;

/** Database that passes for CockroachDB or YugabyteDB with Squall's programs, made of a PostgreSQL of its own, and what was sent to it. */
final class ImitatedDatabase implements AutoCloseable {
    private final TestPostgres real;
    private final ImitatedServer relay;
    private final Target target;
    private final Map<String, TreeSet<String>> sendersByShape;

    ImitatedDatabase(DialectTranslation dialect) throws Exception {
        this.real = new TestPostgres("imitated");
        real.tell("ALTER SYSTEM SET wal_level = logical", "ALTER SYSTEM SET max_wal_senders = 4");
        real.restart();
        this.sendersByShape = Collections.synchronizedMap(new TreeMap<>());
        BiConsumer<String, String> record = (sender, message) -> StatementShape.of(message)
                .forEach(shape -> sendersByShape
                        .computeIfAbsent(shape, each -> new TreeSet<>())
                        .add(sender));
        this.relay = new ImitatedServer(real.port(), dialect, record);
        this.target = new Target(
                real.target().kind(),
                real.target().url().replace(":" + real.port() + "/", ":" + relay.port() + "/"),
                real.target().user(),
                real.target().password(),
                real.target().properties());
        if (dialect == DialectTranslation.COCKROACHDB) {
            for (String sql : DialectTranslation.COCKROACH_OBJECTS) {
                tell(sql);
            }
        }
    }

    /** Returns the target for Squall's programs. */
    Target target() {
        return target;
    }

    Path folder() {
        return real.folder();
    }

    /** Sets the program that is at work from now on. */
    void sender(String program) {
        relay.sender(program);
    }

    /** Returns the senders of statements by the statements' shape. */
    Map<String, List<String>> sent() {
        synchronized (sendersByShape) {
            Map<String, List<String>> sent = new TreeMap<>();
            sendersByShape.forEach((shape, senders) -> sent.put(shape, List.copyOf(senders)));
            return sent;
        }
    }

    /** Executes a statement past the relay. */
    void tell(String sql) throws SQLException {
        real.tell(sql);
    }

    /** Returns the first column of each row, past the relay. */
    List<String> ask(String query) throws SQLException {
        try (Connection connection = real.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }

    List<Cluster.Node> nodes() {
        return List.of(new Cluster.Node("n1", "127.0.0.1", relay.port(), "zone1", "region1"));
    }

    @Override
    public void close() throws IOException {
        relay.close();
        try {
            real.remove();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
