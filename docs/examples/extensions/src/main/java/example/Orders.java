package example;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Service that keeps orders in a database. It stands for yours: nothing in it knows Squall. Used by one thread at a time. */
public final class Orders implements AutoCloseable {
    private final String url;
    private final String user;
    private final String password;
    private volatile @Nullable Connection connection;

    public Orders(String url, String user, String password) {
        this.url = url;
        this.user = user;
        this.password = password;
    }

    public void createTable() throws SQLException {
        try (Statement statement = connection().createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS orders (number bigint PRIMARY KEY, item text)");
        }
    }

    /** Stores a new order. */
    public void place(long number, String item) throws SQLException {
        try (PreparedStatement insert = connection().prepareStatement("INSERT INTO orders VALUES (?, ?)")) {
            insert.setLong(1, number);
            insert.setString(2, item);
            insert.executeUpdate();
        }
    }

    public Optional<String> find(long number) throws SQLException {
        try (PreparedStatement select = connection().prepareStatement("SELECT item FROM orders WHERE number = ?")) {
            select.setLong(1, number);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
            }
        }
    }

    /** Returns the numbers of all orders from this one on. */
    public Set<Long> from(long first) throws SQLException {
        Set<Long> numbers = new TreeSet<>();
        try (PreparedStatement select = connection().prepareStatement("SELECT number FROM orders WHERE number >= ?")) {
            select.setLong(1, first);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    numbers.add(rows.getLong(1));
                }
            }
        }
        return numbers;
    }

    /** Gives up a broken connection; the next call opens another. May be called from any thread. */
    public void disconnect() {
        Connection broken = connection;
        connection = null;
        if (broken != null) {
            try {
                broken.abort(Runnable::run);
            } catch (SQLException e) {
                // It is broken already.
            }
        }
    }

    @Override
    public void close() {
        disconnect();
    }

    private Connection connection() throws SQLException {
        Connection open = connection;
        if (open == null) {
            open = DriverManager.getConnection(url, user, password);
            connection = open;
        }
        return open;
    }
}
