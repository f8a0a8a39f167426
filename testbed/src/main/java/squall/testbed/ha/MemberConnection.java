package squall.testbed.ha;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import squall.testbed.postgres.PasswordFile;

/** Connection to one server over SQL; every call opens a new one, with timeouts that also end calls to a frozen server. */
public record MemberConnection(GroupMember member, String password, Duration limit) {
    static final Duration USUAL_LIMIT = Duration.ofSeconds(10);

    private static final String DATABASE = "postgres";

    /** Creates a connection with a short limit, for probes. */
    public static MemberConnection probing(GroupMember member, String password) {
        return new MemberConnection(member, password, Duration.ofSeconds(2));
    }

    public static MemberConnection of(GroupMember member, String password) {
        return new MemberConnection(member, password, USUAL_LIMIT);
    }

    /** Returns the first column of the first row. @throws IOException naming the node, if there is none or it does not respond */
    public String text(String query) throws IOException {
        List<String> rows = rows(query);
        if (rows.isEmpty()) {
            throw new IOException(member.name() + " answered '" + query + "' without a row");
        }
        return rows.getFirst();
    }

    /** Returns whether the server accepts writes, as it reports; false if it ends during the query. */
    public boolean takesWrites() throws IOException {
        try {
            return text("SELECT pg_is_in_recovery()").equals("f");
        } catch (IOException e) {
            if (e.getCause() instanceof SQLException said && gone(String.valueOf(said.getSQLState()))) {
                return false;
            }
            throw e;
        }
    }

    /** Returns whether there is no connection, or the server is being ended or started. */
    private static boolean gone(String state) {
        return state.startsWith("08") || state.startsWith("57P");
    }

    /** Returns whether the server accepts statements, which it does not while it is created, starts or stops. */
    public boolean answers() {
        try {
            return text("SELECT 1").equals("1");
        } catch (IOException e) {
            return false; // it has refused
        }
    }

    /** Returns the first column of each row. */
    public List<String> rows(String query) throws IOException {
        return session(connection -> rows(connection, query));
    }

    /** Returns the first column of each row of a query in the database of this name. */
    List<String> rows(String database, String query) throws IOException {
        try (var connection = connect(database)) {
            return rows(connection, query);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    static List<String> rows(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            var found = new ArrayList<String>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }

    /** Executes one statement after the other, each in its own transaction. */
    public void execute(String... statements) throws IOException {
        session(connection -> {
            try (var statement = connection.createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
                return true;
            }
        });
    }

    /** Performs work within one session. @throws IOException naming the node and its error */
    <T> T session(Work<T> work) throws IOException {
        try (var connection = connect()) {
            return work.on(connection);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private IOException failed(SQLException e) {
        return new IOException(
                member.name() + " (" + member.address() + "): " + e.getSQLState() + " " + e.getMessage(), e);
    }

    /** Opens a connection, which the caller closes. */
    Connection connect() throws SQLException {
        return connect(DATABASE);
    }

    private Connection connect(String database) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", PasswordFile.USER);
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", "1");
        properties.setProperty("loginTimeout", Long.toString(limit.toSeconds()));
        properties.setProperty("socketTimeout", Long.toString(limit.toSeconds()));
        properties.setProperty("ApplicationName", "squall-testbed"); // no standby's name: it must confirm nothing
        return DriverManager.getConnection("jdbc:postgresql://" + member.address() + "/" + database, properties);
    }

    @Override
    public String toString() {
        return "SQL on " + member.name(); // not the password
    }

    /** Work on one connection. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException, IOException;
    }
}
