package squall.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import squall.testbed.postgres.PasswordFile;

/** A server of Squall as seen over SQL; every call opens its own connection. */
record PostgresServer(int port, String password) {
    static final String DATABASE = "squall";

    private static final String CANNOT_CONNECT_NOW = "57P03";
    private static final String CONNECTION_REFUSED = "08001";
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

    /** The address for the driver, without password. */
    String url() {
        return url(DATABASE);
    }

    private String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    /** Which server responds at the port, if any. */
    Answer ask(Path data) {
        try (var connection = connect("postgres")) {
            String found = text(connection, "SHOW data_directory");
            return Path.of(found).equals(data) ? new Answer.Ready() : new Answer.Other("the server of " + found);
        } catch (SQLException e) {
            return switch (String.valueOf(e.getSQLState())) {
                case CANNOT_CONNECT_NOW, CONNECTION_REFUSED -> new Answer.NotYet(String.valueOf(e.getMessage()));
                default -> new Answer.Other("a server that reports: " + e.getMessage());
            };
        }
    }

    /** Creates the database if it does not exist; an earlier command may have ended before it did so. */
    void ensureDatabase() throws IOException {
        try (var connection = connect("postgres");
                var statement = connection.createStatement()) {
            if (!exists(statement)) {
                statement.execute("CREATE DATABASE " + DATABASE);
            }
        } catch (SQLException e) {
            throw failed("make the database '" + DATABASE + "'", e);
        }
    }

    /** Creates a tablespace in each of the folders, with the folder's name, where there is none yet. */
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

    private static boolean exists(Statement statement) throws SQLException {
        try (var rows = statement.executeQuery("SELECT FROM pg_database WHERE datname = '" + DATABASE + "'")) {
            return rows.next();
        }
    }

    /** The settings in effect, by {@code SHOW}: a configuration file only requests them. */
    Map<String, String> settings() throws IOException {
        try (var connection = connect(DATABASE)) {
            var settings = new TreeMap<String, String>();
            for (String name : READ_BACK) {
                settings.put(name, name.equals("collation") ? collation(connection) : text(connection, "SHOW " + name));
            }
            return settings;
        } catch (SQLException e) {
            throw failed("read its settings", e);
        }
    }

    private static String collation(Connection connection) throws SQLException {
        return text(connection, "SELECT datcollate FROM pg_database WHERE datname = current_database()");
    }

    private static String text(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
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

    /** Which server responds at a port. */
    sealed interface Answer {
        /** Our server, and it takes statements. */
        record Ready() implements Answer {}

        /** No server, or one that is still starting. */
        record NotYet(String reason) implements Answer {}

        /** Another server. @param who for messages */
        record Other(String who) implements Answer {}
    }
}
