package squall.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import squall.database.Database;

/** Table of keys and values in one cluster behind CQL, which distributes every table by the hash of its partition key. */
public record CqlStoredTable(CqlDatabase database, CqlTable definition) implements Database.Table {
    /** Number of parts in which rows are counted: a count over all rows at once exceeds the server's limits. */
    private static final int SHARES = 64;

    @Override
    public String name() {
        return definition.name();
    }

    /** {@inheritDoc} That of its keyspace comes first. */
    @Override
    public String ddl() {
        return definition.keyspace().ddl(database) + ";\n" + definition.ddl(database.dialect());
    }

    @Override
    public boolean exists() {
        return found().isPresent();
    }

    /** {@inheritDoc} Compares key, columns, time to live and transactions. */
    @Override
    public Optional<String> mismatch() throws IOException, InterruptedException {
        Optional<String> mismatch = found().flatMap(definition::mismatch);
        return mismatch.isPresent() ? mismatch : AccordRequirement.mismatch(database, definition.keyspace(), name());
    }

    private Optional<TableMetadata> found() {
        return database.table(definition.keyspace(), name());
    }

    /** {@inheritDoc} Creates its keyspace too. */
    @Override
    public void create() throws IOException, InterruptedException {
        String ddl = definition.ddl(database.dialect());
        definition.keyspace().make(database);
        database.administer("making table " + name(), ddl);
    }

    @Override
    public boolean hasRows() throws IOException, InterruptedException {
        return !database.administer(
                        "reading table " + name(),
                        "SELECT " + definition.key() + " FROM " + definition.identifier() + " LIMIT 1")
                .isEmpty();
    }

    /** {@inheritDoc} Counts part by part of all tokens. */
    @Override
    public long count() throws IOException, InterruptedException {
        String token = "token(" + definition.key() + ")";
        long sum = 0;
        long width = Long.divideUnsigned(-1L, SHARES) + 1;
        for (int share = 0; share < SHARES; share++) {
            long first = Long.MIN_VALUE + share * width;
            List<Row> rows = database.administer(
                    "counting table " + name(),
                    "SELECT count(*) FROM " + definition.identifier() + " WHERE " + token + " >= " + first + " AND "
                            + token + " <= " + (first + width - 1));
            sum += rows.get(0).getLong(0);
        }
        return sum;
    }

    @Override
    public void truncate() throws IOException, InterruptedException {
        database.administer("truncating table " + name(), "TRUNCATE TABLE " + definition.identifier());
    }

    @Override
    public void drop() throws IOException, InterruptedException {
        database.administer("dropping table " + name(), "DROP TABLE IF EXISTS " + definition.identifier());
    }

    @Override
    public void replace() throws IOException, InterruptedException {
        drop();
        create();
    }
}
