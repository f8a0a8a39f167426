package squall.sql.metrics;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.database.Database;
import squall.spi.ClientBarrier;
import squall.spi.DatabaseInfo;
import squall.spi.Instrument;
import squall.sql.SqlClientBarrier;
import squall.sql.SqlDatabase;

/** Database under test over JDBC. @param databases of one dialect, at least one; the first one stands for the others */
public record MonitoredSqlDatabase(List<SqlDatabase> databases) implements Database {
    public MonitoredSqlDatabase {
        databases = List.copyOf(databases);
    }

    public MonitoredSqlDatabase(SqlDatabase database) {
        this(List.of(database));
    }

    /** {@inheritDoc} Names the endpoints of all. */
    @Override
    public DatabaseInfo describe() throws IOException {
        List<DatabaseInfo> all = new ArrayList<>();
        for (SqlDatabase database : databases) {
            all.add(database.describe());
        }
        DatabaseInfo first = all.getFirst();
        List<String> endpoints =
                all.stream().flatMap(database -> database.endpoints().stream()).toList();
        return new DatabaseInfo(first.product(), first.version(), endpoints, first.settings());
    }

    /** {@inheritDoc} A server that several databases share is read once. */
    @Override
    public List<Instrument> instruments(List<URI> pages) {
        return SqlInstruments.of(databases, pages);
    }

    @Override
    public Optional<ClientBarrier> barrier() {
        return SqlClientBarrier.of(databases.getFirst());
    }

    @Override
    public void close() {
        // The connections belong to the sessions, which are closed by now.
    }
}
