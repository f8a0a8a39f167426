package squall.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Benchmark of the driver with dials itself, all dials at zero: to be subtracted from what is measured with it. */
public class DialsBenchmark {
    /** State with one connection a thread. */
    @State(Scope.Thread)
    public static class Session {
        private static final int VALUES = 10;

        @SuppressWarnings("NullAway.Init") // by JMH, through open
        private Connection connection;

        @SuppressWarnings("NullAway.Init")
        private PreparedStatement select;

        @Setup
        public void open() throws SQLException {
            connection = DriverManager.getConnection("jdbc:dials:bench");
            select = connection.prepareStatement("SELECT * FROM usertable WHERE YCSB_KEY = ?");
        }

        private int read() throws SQLException {
            select.setString(1, "user1");
            int length = 0;
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    for (int column = 2; column <= VALUES + 1; column++) {
                        length += row.getString(column).length();
                    }
                }
            }
            return length;
        }

        @TearDown
        public void close() throws SQLException {
            connection.close();
        }
    }

    @Benchmark
    public int read(Session session) throws SQLException {
        return session.read();
    }
}
