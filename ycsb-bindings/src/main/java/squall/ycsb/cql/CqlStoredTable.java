package squall.ycsb.cql;

import java.io.IOException;
import java.util.Optional;
import squall.cql.CqlDatabase;
import squall.cql.CqlTable;
import squall.cql.MisfitException;
import squall.ycsb.store.StoredTable;

/** A table in one cluster behind CQL. */
record CqlStoredTable(CqlTable table, CqlDatabase database) implements StoredTable {
    @Override
    public String name() {
        return table.name();
    }

    @Override
    public String ddl() {
        return table.keyspace().ddl(database) + ";\n" + table.ddl(database.dialect());
    }

    @Override
    public String layout() {
        return ""; // clusters that speak CQL spread every table by the hash of its partition key
    }

    @Override
    public Optional<String> misfit() {
        return Optional.empty();
    }

    @Override
    public boolean exists() throws MisfitException {
        return table.exists(database);
    }

    @Override
    public void create() throws IOException, InterruptedException {
        table.create(database);
    }

    @Override
    public boolean hasRows() throws IOException, InterruptedException {
        return table.hasRows(database);
    }

    @Override
    public long count() throws IOException, InterruptedException {
        return table.count(database);
    }

    @Override
    public void truncate() throws IOException, InterruptedException {
        table.truncate(database);
    }

    @Override
    public void replace() throws IOException, InterruptedException {
        table.drop(database);
        table.create(database);
    }
}
