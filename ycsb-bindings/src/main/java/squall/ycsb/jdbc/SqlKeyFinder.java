package squall.ycsb.jdbc;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.Effect;
import squall.sql.SqlDatabase;
import squall.sql.SqlSession;
import squall.ycsb.store.KeyFinder;
import squall.ycsb.store.Schema;

/** Finds out which of some keys one database holds. One thread. */
final class SqlKeyFinder implements KeyFinder {
    private final SqlSession<Statements> session;

    SqlKeyFinder(SqlDatabase database, Schema schema, int number) throws IOException, InterruptedException {
        SqlText text = new SqlText(database.dialect(), schema.table());
        this.session = database.session(number, connection -> new Statements(connection, text, new HashMap<>()));
    }

    @Override
    public Set<String> present(List<String> keys, Turn turn) throws IOException, InterruptedException {
        if (keys.isEmpty()) {
            return Set.of();
        }
        Set<String> present = new HashSet<>();
        Outcome outcome = session.statement(Effect.READ, turn, statements -> statements.present(keys, present));
        return switch (outcome) {
            case Outcome.Ok ok -> present;
            case Outcome.Refused refused -> throw new IOException("looking for keys: " + refused.message());
            case Outcome.Unknown unknown -> throw new IOException("looking for keys: " + unknown.message());
        };
    }

    @Override
    public void close() {
        session.close();
    }

    /** @param bySize a statement for each number of keys that occurs: the full one, and remainders */
    private record Statements(Connection connection, SqlText text, Map<Integer, PreparedStatement> bySize)
            implements AutoCloseable {
        Outcome present(List<String> keys, Set<String> into) throws SQLException {
            PreparedStatement statement = bySize.get(keys.size());
            if (statement == null) {
                statement = connection.prepareStatement(text.present(keys.size()));
                bySize.put(keys.size(), statement);
            }
            for (int place = 0; place < keys.size(); place++) {
                statement.setString(place + 1, keys.get(place));
            }
            into.clear();
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    into.add(found.getString(1));
                }
            }
            return Outcome.OK;
        }

        @Override
        public void close() {
            // The statements end with their connection, which the session closes next.
        }
    }
}
