package squall.ycsb.jdbc;

import java.io.IOException;
import java.util.Optional;
import squall.sql.KeyValueTable;
import squall.sql.SqlDatabase;
import squall.ycsb.store.StoredTable;

/** A table in one database behind JDBC. */
record SqlTable(KeyValueTable table, SqlDatabase database) implements StoredTable {
    @Override
    public String name() {
        return table.name();
    }

    @Override
    public String ddl() {
        return table.ddl(database.dialect());
    }

    @Override
    public String layout() {
        return table.layout(database.dialect());
    }

    @Override
    public Optional<String> misfit() throws IOException, InterruptedException {
        return table.misfit(database);
    }

    @Override
    public boolean exists() throws IOException, InterruptedException {
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
        table.replace(database);
    }
}
