package example;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Target;

/** Fault {@code lockedTable}: a session of PostgreSQL holds a table, as a migration that hangs does. */
public final class LockedTable implements FaultProvider {
    @Override
    public String kind() {
        return "lockedTable";
    }

    @Override
    public String summary() {
        return "a session locks a table of PostgreSQL against all others: table";
    }

    /** Aims at the cluster: no node is chosen. */
    @Override
    public Aim aim(Options options) {
        return Aim.CLUSTER;
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        table(options);
        try {
            return cluster.target().url().startsWith("jdbc:postgresql:")
                    ? Optional.empty()
                    : Optional.of("only PostgreSQL is asked to lock a table");
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Fault fault(FaultContext context, Options options) {
        return new TableLock(context, table(options));
    }

    private static String table(Options options) {
        options.allowOnly(List.of("table"));
        String table = options.text("table", "");
        if (!table.matches("\\w+")) {
            throw new IllegalArgumentException("table must be the name of a table, not '" + table + "'");
        }
        return table;
    }

    /** Lock of a session that bears the name of the injection, by which it is found again, also by another process after a crash. */
    private static final class TableLock implements Fault {
        private static final String HOLDERS = "FROM pg_stat_activity a WHERE application_name = ?";

        private final FaultContext context;
        private final String table;
        private @Nullable Connection holder;

        TableLock(FaultContext context, String table) {
            this.context = context;
            this.table = table;
        }

        @Override
        public List<String> steps() {
            return List.of(
                    "inject: LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE by a session named " + context.name(),
                    "verify: pg_locks shows that this session has the lock",
                    "heal: SELECT pg_terminate_backend(pid) " + HOLDERS.replace("?", "'" + context.name() + "'"),
                    "timer: idle_in_transaction_session_timeout of the session");
        }

        @Override
        public void inject(Duration atMost) throws IOException {
            try {
                Connection session = connect(context.name());
                holder = session;
                session.setAutoCommit(false);
                try (Statement statement = session.createStatement()) {
                    statement.execute("SET LOCAL lock_timeout = '20s'");
                    statement.execute("SET LOCAL idle_in_transaction_session_timeout = " + atMost.toMillis());
                    statement.execute("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
                }
            } catch (SQLException e) {
                throw new IOException("locking table " + table + " failed: " + e.getMessage(), e);
            }
        }

        @Override
        public FaultEffect effect() throws IOException {
            int locks = count("SELECT count(*) " + HOLDERS + " AND EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid"
                    + " AND l.granted AND l.mode = 'AccessExclusiveLock')");
            return new FaultEffect(locks > 0, locks + " sessions named " + context.name() + " have the lock");
        }

        @Override
        public void heal() throws IOException {
            int left = count("SELECT count(*) FILTER (WHERE NOT pg_terminate_backend(pid, 10000)) " + HOLDERS);
            if (left > 0) {
                throw new IOException(left + " sessions named " + context.name() + " did not end within 10 s");
            }
            try {
                if (holder != null) {
                    holder.close();
                }
            } catch (SQLException e) {
                // The server has ended it.
            }
        }

        private int count(String query) throws IOException {
            try (Connection connection = connect("squall");
                    PreparedStatement statement = connection.prepareStatement(query)) {
                statement.setString(1, context.name());
                try (ResultSet rows = statement.executeQuery()) {
                    rows.next();
                    return rows.getInt(1);
                }
            } catch (SQLException e) {
                throw new IOException("looking for the lock failed: " + e.getMessage(), e);
            }
        }

        private Connection connect(String name) throws IOException, SQLException {
            Target target = context.cluster().target();
            Properties properties = new Properties();
            properties.setProperty("user", target.user());
            properties.setProperty("password", target.password());
            properties.setProperty("ApplicationName", name);
            properties.setProperty("targetServerType", "primary");
            properties.setProperty("connectTimeout", "10");
            properties.setProperty("socketTimeout", "30");
            return DriverManager.getConnection(target.url(), properties);
        }
    }
}
