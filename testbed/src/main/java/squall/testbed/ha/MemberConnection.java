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

/** One server over SQL; every call opens a new connection, with timeouts that also end calls to a frozen server. */
public record MemberConnection(GroupMember member, String password, Duration limit) {
    static final Duration USUAL_LIMIT = Duration.ofSeconds(10);

    private static final String DATABASE = "postgres";

    /** A short question, answered soon or not at all. */
    public static MemberConnection probing(GroupMember member, String password) {
        return new MemberConnection(member, password, Duration.ofSeconds(2));
    }

    public static MemberConnection of(GroupMember member, String password) {
        return new MemberConnection(member, password, USUAL_LIMIT);
    }

    /** The first column of the first row. @throws IOException naming the node, if there is none or it does not answer */
    public String text(String query) throws IOException {
        List<String> rows = rows(query);
        if (rows.isEmpty()) {
            throw new IOException(member.name() + " answered '" + query + "' without a row");
        }
        return rows.getFirst();
    }

    /** Whether the server accepts writes, as it reports; false if it ends during the query. */
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

    /** No connection, or a server that is being ended or started. */
    private static boolean gone(String state) {
        return state.startsWith("08") || state.startsWith("57P");
    }

    /** The first column of each row. */
    public List<String> rows(String query) throws IOException {
        return session(connection -> rows(connection, query));
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

    /** One statement after the other, each in its own transaction. */
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

    /** Within one session. @throws IOException naming the node and its error */
    <T> T session(Work<T> work) throws IOException {
        try (var connection = connect()) {
            return work.on(connection);
        } catch (SQLException e) {
            throw new IOException(
                    member.name() + " (" + member.address() + "): " + e.getSQLState() + " " + e.getMessage(), e);
        }
    }

    /** The caller closes it. */
    Connection connect() throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", PasswordFile.USER);
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", "1");
        properties.setProperty("loginTimeout", Long.toString(limit.toSeconds()));
        properties.setProperty("socketTimeout", Long.toString(limit.toSeconds()));
        properties.setProperty("ApplicationName", "squall-testbed"); // no name of a standby: it must confirm nothing
        return DriverManager.getConnection("jdbc:postgresql://" + member.address() + "/" + DATABASE, properties);
    }

    @Override
    public String toString() {
        return "SQL on " + member.name(); // not the password
    }

    /** What is done over one connection. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException, IOException;
    }
}
