package squall.testbed.postgres;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Server of Squall, queried over SQL; every call opens its own connection. */
record PostgresServer(int port, String password) {
    static final String DATABASE = "squall";

    private static final String TOO_MANY_CONNECTIONS = "53300";
    private static final String ADMIN_SHUTDOWN = "57P01";
    private static final String CRASH_SHUTDOWN = "57P02";
    private static final String CANNOT_CONNECT_NOW = "57P03";
    private static final String CONNECTION_REFUSED = "08001";
    private static final String CONNECTION_BROKEN = "08006";
    private static final String NO_DATABASE = "3D000";
    private static final int CHECKPOINT_LIMIT_MS = 60_000;
    private static final List<String> READ_BACK = List.of(
            "server_version",
            "fsync",
            "full_page_writes",
            "synchronous_commit",
            "data_checksums",
            "wal_level",
            "wal_sync_method",
            "max_connections",
            "shared_buffers",
            "effective_cache_size",
            "max_wal_size",
            "checkpoint_timeout",
            "collation",
            "server_encoding");

    /** Query of the settings in effect, which a configuration file only requests. The data directory comes last. */
    private static final String QUESTION = Stream.concat(READ_BACK.stream(), Stream.of("data_directory"))
            .map(PostgresServer::question)
            .collect(Collectors.joining(", ", "SELECT ", ""));

    /** Returns the query of one setting. A database has its collation, and the databases of a server that Squall created have the same. */
    private static String question(String setting) {
        return setting.equals("collation")
                ? "(SELECT datcollate FROM pg_database WHERE datname = current_database())"
                : "current_setting('" + setting + "')";
    }

    /** Returns the address for the driver, without password. */
    String url() {
        return url(DATABASE);
    }

    private String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    /**
     * Identifies the server at the port; creates the database if it does not exist, because an earlier command may have ended before it did
     * so. Usually with one login, which costs a client more than all queries here.
     */
    Answer ask(Path data) throws IOException {
        try (var connection = connect(DATABASE)) {
            return answer(connection, data);
        } catch (SQLException e) {
            return NO_DATABASE.equals(e.getSQLState()) ? askAndCreate(data) : refusal(e);
        }
    }

    private Answer askAndCreate(Path data) throws IOException {
        try (var connection = connect("postgres")) {
            Answer answer = answer(connection, data);
            if (answer instanceof Answer.Ready) {
                create(connection);
            }
            return answer;
        } catch (SQLException e) {
            return refusal(e);
        }
    }

    private void create(Connection connection) throws IOException {
        try (var statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + DATABASE);
        } catch (SQLException e) {
            throw failed("make the database '" + DATABASE + "'", e);
        }
    }

    private static Answer answer(Connection connection, Path data) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(QUESTION)) {
            row.next();
            Path found = Path.of(row.getString(READ_BACK.size() + 1));
            if (!found.equals(data)) {
                return new Answer.Other("the server of " + found);
            }
            var settings = new TreeMap<String, String>();
            for (int place = 0; place < READ_BACK.size(); place++) {
                settings.put(READ_BACK.get(place), row.getString(place + 1));
            }
            return new Answer.Ready(settings);
        }
    }

    static Answer refusal(SQLException e) {
        return switch (String.valueOf(e.getSQLState())) {
            case TOO_MANY_CONNECTIONS,
                    ADMIN_SHUTDOWN,
                    CRASH_SHUTDOWN,
                    CANNOT_CONNECT_NOW,
                    CONNECTION_REFUSED,
                    CONNECTION_BROKEN -> new Answer.NotYet(String.valueOf(e.getMessage()));
            default -> new Answer.Other("a server that reports: " + e.getMessage());
        };
    }

    /** Creates a tablespace in each of the folders, with the folder's name, if there is none yet. */
    void ensureTablespaces(List<Path> folders) throws IOException {
        if (folders.isEmpty()) {
            return;
        }
        try (var connection = connect("postgres");
                var statement = connection.createStatement()) {
            for (Path folder : folders) {
                if (!tablespace(statement, folder)) {
                    statement.execute("CREATE TABLESPACE " + folder.getFileName() + " LOCATION '"
                            + folder.toString().replace("'", "''") + "'");
                }
            }
        } catch (SQLException e) {
            throw failed("make the tablespaces in " + folders, e);
        }
    }

    private static boolean tablespace(Statement statement, Path folder) throws SQLException {
        try (var rows =
                statement.executeQuery("SELECT FROM pg_tablespace WHERE spcname = '" + folder.getFileName() + "'")) {
            return rows.next();
        }
    }

    /** Returns the first column of each row of a query in the clients' database. */
    List<String> rows(String query) throws IOException {
        try (var connection = connect(DATABASE);
                var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        } catch (SQLException e) {
            throw failed("answer '" + query + "'", e);
        }
    }

    /** Writes all changed pages to the disk, so that the files hold what clients wrote. */
    void checkpoint() throws IOException {
        try (var connection = connect(DATABASE);
                var statement = connection.createStatement()) {
            connection.setNetworkTimeout(Runnable::run, CHECKPOINT_LIMIT_MS);
            statement.execute("CHECKPOINT");
        } catch (SQLException e) {
            throw failed("write a checkpoint", e);
        }
    }

    private Connection connect(String database) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", PasswordFile.USER);
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", "5");
        properties.setProperty("socketTimeout", "10");
        properties.setProperty("loginTimeout", "10");
        return DriverManager.getConnection(url(database), properties);
    }

    private IOException failed(String what, SQLException cause) {
        return new IOException("the server at " + url() + " did not " + what + ": " + cause.getMessage(), cause);
    }

    @Override
    public String toString() {
        return "PostgresServer[" + url() + "]"; // not the password
    }

    /** Identity of the server at a port. */
    sealed interface Answer {
        /** Our server, which accepts statements. @param settings in effect */
        record Ready(Map<String, String> settings) implements Answer {
            public Ready {
                settings = Map.copyOf(settings);
            }
        }

        /** No server, or one that accepts no statement now: it starts, restarts, or has no free connection. */
        record NotYet(String reason) implements Answer {}

        /** Other server. @param who for messages */
        record Other(String who) implements Answer {}
    }
}
