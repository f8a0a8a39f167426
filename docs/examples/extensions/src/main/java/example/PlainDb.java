package example;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** Binding for YCSB, as one writes it against YCSB alone: rows of one text each, over JDBC. */
public final class PlainDb extends DB {
    private @Nullable Connection connection;

    @Override
    public void init() throws DBException {
        String url = getProperties().getProperty("plain.url");
        String user = getProperties().getProperty("plain.user", "");
        try {
            connection = DriverManager.getConnection(url, user, System.getenv("PLAIN_PASSWORD"));
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE IF NOT EXISTS plain (id text PRIMARY KEY, value text)");
            }
        } catch (SQLException e) {
            throw new DBException(e);
        }
    }

    @Override
    public void cleanup() throws DBException {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            throw new DBException(e);
        }
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        return write(
                "INSERT INTO plain (value, id) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET value = EXCLUDED.value",
                key,
                values.values().iterator().next().toString());
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        return write(
                "UPDATE plain SET value = ? WHERE id = ?",
                key,
                values.values().iterator().next().toString());
    }

    @Override
    public Status read(String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
        try (PreparedStatement select = prepared("SELECT value FROM plain WHERE id = ?")) {
            select.setString(1, key);
            try (ResultSet rows = select.executeQuery()) {
                if (!rows.next()) {
                    return Status.NOT_FOUND;
                }
                result.put("value", new StringByteIterator(rows.getString(1)));
                return Status.OK;
            }
        } catch (SQLException e) {
            return Status.ERROR;
        }
    }

    @Override
    @SuppressWarnings("NonApiType") // upstream's signature
    public Status scan(
            String table,
            String start,
            int count,
            @Nullable Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status delete(String table, String key) {
        return Status.NOT_IMPLEMENTED;
    }

    private Status write(String sql, String key, String value) {
        try (PreparedStatement statement = prepared(sql)) {
            statement.setString(1, value);
            statement.setString(2, key);
            return statement.executeUpdate() == 1 ? Status.OK : Status.NOT_FOUND;
        } catch (SQLException e) {
            return Status.ERROR;
        }
    }

    private PreparedStatement prepared(String sql) throws SQLException {
        if (connection == null) {
            throw new SQLException("not connected");
        }
        return connection.prepareStatement(sql);
    }
}
