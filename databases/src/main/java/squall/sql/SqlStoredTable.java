package squall.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.database.Database;

/** Table of keys and values in one database over JDBC. @param definition its columns and its sharding */
public record SqlStoredTable(SqlDatabase database, KeyValueTable definition) implements Database.Table {
    @Override
    public String name() {
        return definition.name();
    }

    @Override
    public String ddl() {
        return definition.ddl(database.dialect());
    }

    @Override
    public String layout() {
        return definition.layout(database.dialect());
    }

    @Override
    public Optional<String> obstacle() throws IOException, InterruptedException {
        return database.administer(
                "checking tablespaces", connection -> database.dialect().obstacle(connection, definition));
    }

    @Override
    public Optional<String> layoutMismatch() throws IOException, InterruptedException {
        return database.administer(
                "checking table " + name(), connection -> database.dialect().layoutMismatch(connection, definition));
    }

    @Override
    public boolean exists() throws IOException, InterruptedException {
        return definition.columns().exists(database);
    }

    @Override
    public Optional<String> mismatch() throws IOException, InterruptedException {
        return definition.columns().mismatch(database);
    }

    /** {@inheritDoc} That one then counts, provided it has these columns. */
    @Override
    public void create() throws IOException, InterruptedException {
        List<String> statements = definition.statements(database.dialect());
        database.administer("creating table " + name(), connection -> {
            try {
                together(connection, statements);
            } catch (SQLException e) {
                if (database.columns(connection, name()).isEmpty()) {
                    throw e;
                }
            }
            return PlainSql.any(
                    connection,
                    "SELECT " + definition.columnList(database.dialect()) + " FROM " + identifier() + " WHERE 1 = 0");
        });
    }

    @Override
    public boolean hasRows() throws IOException, InterruptedException {
        return database.administer(
                "reading table " + name(),
                connection -> PlainSql.any(
                        connection,
                        "SELECT 1 FROM " + identifier() + database.dialect().limit("1")));
    }

    /** {@inheritDoc} Those that were written before are all counted. */
    @Override
    public long count() throws IOException, InterruptedException {
        return database.administerLatest(
                "counting table " + name(),
                connection -> PlainSql.number(connection, "SELECT count(*) FROM " + identifier()));
    }

    @Override
    public void truncate() throws IOException, InterruptedException {
        database.execute("truncating table " + name(), database.dialect().truncation(identifier()));
    }

    @Override
    public void drop() throws IOException, InterruptedException {
        database.execute("dropping table " + name(), "DROP TABLE IF EXISTS " + identifier());
    }

    /** {@inheritDoc} Nothing is dropped if this dialect does not support the sharding. */
    @Override
    public void replace() throws IOException, InterruptedException {
        List<String> statements = new ArrayList<>(definition.statements(database.dialect()));
        database.administer("replacing table " + name(), connection -> {
            if (!database.columns(connection, name()).isEmpty()) {
                statements.addFirst("DROP TABLE " + identifier());
            }
            together(connection, statements);
            return true;
        });
    }

    private String identifier() {
        return definition.identifier(database.dialect());
    }

    /**
     * Executes all or none of the statements, where the dialect's DDL is transactional; closing the connection rolls back what was not
     * committed.
     */
    private void together(Connection connection, List<String> statements) throws SQLException {
        boolean together = database.dialect().transactionalDdl();
        connection.setAutoCommit(!together);
        try {
            PlainSql.execute(connection, statements);
            if (together) {
                connection.commit();
            }
        } catch (SQLException e) {
            takeBack(connection, e);
            throw e;
        }
    }

    private static void takeBack(Connection connection, SQLException failure) {
        try {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        } catch (SQLException e) {
            failure.addSuppressed(e); // the first failure is the one to tell; the connection is closed next
        }
    }
}
