package squall.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import squall.sql.KeyValueTable.Sharding;
import squall.sql.driver.IsolationLevel;

/**
 * Dialect: the clauses and facts in which databases differ. Eight are built in; a jar on the class path adds others, named in
 * {@code META-INF/services/squall.sql.SqlDialect}.
 * <p>By default a method uses standard SQL, or the facts that the JDBC driver reports. A dialect has no state, and any thread may call it.
 */
public interface SqlDialect {
    /** Language of a server's statements, where Squall has other statements for each, as in TPC-C. */
    enum Language {
        STANDARD,
        POSTGRESQL,
        COCKROACHDB,
        YUGABYTEDB,
        MYSQL
    }

    /**
     * Server, as it and its driver describe it.
     *
     * @param product result of {@code DatabaseMetaData.getDatabaseProductName}
     * @param version result of {@code DatabaseMetaData.getDatabaseProductVersion}
     * @param answer to {@code SELECT version()}; empty where the server has no such function
     */
    record Server(String product, String version, String answer) {}

    /** Returns the name in reports. */
    String product();

    /** Returns whether this dialect is for this server. Dialects of jars are asked before those that are built in. */
    boolean speaks(Server server);

    /**
     * Returns the language whose statements the server understands unchanged: {@code POSTGRESQL} for a server that is compatible with
     * PostgreSQL. It need not have the catalogue and the administration of PostgreSQL itself.
     */
    default Language language() {
        return Language.STANDARD;
    }

    /**
     * Applies the requested settings to a new connection.
     * @param statementTimeoutMs time after which the server is to end a statement; 0: never
     * @param isolation in SQL's words, in lower case; empty: the server's default
     */
    default void settle(Connection connection, long statementTimeoutMs, String isolation) throws SQLException {
        if (!isolation.isEmpty()) {
            connection.setTransactionIsolation(IsolationLevel.ofSql(isolation).jdbcLevel());
        }
    }

    /** Returns the isolation level in effect for transactions of this connection, in SQL's words, in lower case. */
    default String isolation(Connection connection) throws SQLException {
        return IsolationLevel.toldByDriver(connection);
    }

    /** Has the reads of a connection wait until its node has applied what other nodes acknowledged before, where a node may lag behind them. */
    default void awaitCommits(Connection connection) throws SQLException {}

    /** Returns the queries for facts about durability, replication and capacity, by name; each returns one text. */
    default Map<String, String> facts() {
        return Map.of();
    }

    /**
     * Writes a name for a statement: unchanged if allowed, else quoted; parts of a qualified name one by one. Unquoted names are
     * case-insensitive.
     */
    default String identifier(String name) {
        return SqlIdentifiers.written(name);
    }

    /** Returns the end of a query that limits its rows. @param rows a number, or a question mark */
    default String limit(String rows) {
        return " FETCH FIRST " + rows + " ROWS ONLY";
    }

    /**
     * Returns the statements that create a table of a key and some texts, the table itself first.
     * @throws IllegalArgumentException if the sharding is not supported; called before anything is dropped
     */
    default List<String> createTable(KeyValueTable table) {
        return List.of(TableDdl.inOnePiece(table, this));
    }

    /** Returns the statement that deletes all rows of a table. @param table as {@link #identifier} writes it */
    default String truncation(String table) {
        return "TRUNCATE TABLE " + table;
    }

    /** Describes the effect of a sharding, for messages: {@code 8 hash partitions}; empty if none was requested. */
    default String layout(Sharding sharding) {
        return "";
    }

    /** Returns whether pieces of a table can be put in tablespaces by name. */
    default boolean tablespaces() {
        return false;
    }

    /** Describes what the server lacks for the table; empty if nothing, or if it cannot be known. */
    default Optional<String> obstacle(Connection connection, KeyValueTable table) throws SQLException {
        return Optional.empty();
    }

    /** Describes how the existing table differs from its sharding; empty if it does not, or if it cannot be known. */
    default Optional<String> layoutMismatch(Connection connection, KeyValueTable table) throws SQLException {
        return Optional.empty();
    }

    /** Returns whether statements that create and drop tables are rolled back with their transaction. */
    default boolean transactionalDdl() {
        return false;
    }

    /** Returns whether a cancelled statement (SQLSTATE 57014) is certainly rolled back, also during a commit. */
    default boolean cancelRollsBack() {
        return false;
    }

    /** Returns the end of a statement that creates a table of Squall's own: its storage and its collation. */
    default String tableOptions() {
        return "";
    }

    /** Returns the type of a text that is part of a key or of an index. */
    default String keyText() {
        return "text";
    }

    /** Returns a table of whole numbers for a FROM clause: its only column is {@code n}. */
    default String series(int first, int last) {
        return "generate_series(" + first + ", " + last + ") AS n";
    }

    /**
     * Returns whether, at the level of this connection, two transactions may read the same row and both write it, so that the first write
     * is lost.
     */
    default boolean losesUpdates(Connection connection) throws SQLException {
        return connection.getTransactionIsolation() < Connection.TRANSACTION_REPEATABLE_READ;
    }

    /**
     * Returns the SQLSTATE by which a failure is judged: the server's own, or the one of the same meaning in PostgreSQL's list where the
     * server tells its errors apart by numbers. Empty if the driver gives none.
     */
    default String sqlState(SQLException failure) {
        String state = failure.getSQLState();
        return state == null ? "" : state;
    }

    /** Returns whether a row could not be inserted because there is one with its key. */
    default boolean duplicateKey(SQLException failure) {
        return sqlState(failure).equals("23505");
    }

    /** Returns whether a statement collided with another transaction, so that the server rolled it back and it may be tried again. */
    default boolean collided(SQLException failure) {
        return Set.of("40001", "40P01").contains(sqlState(failure));
    }

    /**
     * Returns whether a statement failed because there is no such table: by default, because the driver lists none with this name.
     *
     * @param table name before {@link #identifier} quotes it
     */
    default boolean missingTable(Connection connection, String table, SQLException failure) throws SQLException {
        return !DriverMetadata.lists(connection, table);
    }

    /** Returns whether a table could not be created because it exists, or another session creates it at the same moment. */
    default boolean existingTable(SQLException failure) {
        return Set.of("42P07", "42710", "23505", "42S01").contains(SqlErrors.code(failure));
    }
}
