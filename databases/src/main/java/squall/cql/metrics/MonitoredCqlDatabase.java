package squall.cql.metrics;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import squall.cql.CqlClientBarrier;
import squall.cql.CqlDatabase;
import squall.cql.Keyspace;
import squall.database.Database;
import squall.spi.ClientBarrier;
import squall.spi.DatabaseInfo;
import squall.spi.DriverSteps;
import squall.spi.Instrument;

/** Database under test over CQL. @param keyspace of its tables */
public record MonitoredCqlDatabase(CqlDatabase database, Keyspace keyspace) implements Database {
    @Override
    public DatabaseInfo describe() throws IOException, InterruptedException {
        return database.describe(keyspace.name());
    }

    @Override
    public List<Instrument> instruments(List<URI> pages) {
        return CqlInstruments.of(database, pages);
    }

    @Override
    public Optional<ClientBarrier> barrier() {
        return Optional.of(new CqlClientBarrier(database, keyspace));
    }

    @Override
    public DriverSteps driverSteps(long originNs) {
        return database.driverSteps(originNs);
    }

    @Override
    public void close() {
        database.close();
    }
}
