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
 * The clauses and facts in which databases differ. Those of seven makes are built in; a jar on the class path brings others, named in
 * {@code META-INF/services/squall.sql.SqlDialect}.
 * <p>By default a method uses standard SQL, or what the JDBC driver reports. Has no state; may be called from any thread.
 */
public interface SqlDialect {
    /** Whose statements a server understands, where Squall has statements of its own for each, as TPC-C has. */
    enum Language {
        STANDARD,
        POSTGRESQL,
        COCKROACHDB,
        YUGABYTEDB,
        MYSQL
    }

    /**
     * What a server and its driver say of themselves.
     *
     * @param product as {@code DatabaseMetaData.getDatabaseProductName} has it
     * @param version as {@code DatabaseMetaData.getDatabaseProductVersion} has it
     * @param answer to {@code SELECT version()}; empty where the server has no such function
     */
    record Server(String product, String version, String answer) {}

    /** The name used in reports. */
    String product();

    /** Whether this server is to be spoken to in this dialect. Dialects of jars are asked before those that are built in. */
    boolean speaks(Server server);

    /**
     * Whose statements the server understands as they are: of a server that is compatible with PostgreSQL, {@code POSTGRESQL}. The
     * catalogue and the administration of PostgreSQL itself are not expected of it.
     */
    default Language language() {
        return Language.STANDARD;
    }

    /**
     * Applies the requested settings to a new connection.
     * @param statementTimeoutMs after which the server is to end a statement; 0: never
     * @param isolation in SQL's words, in lower case; empty: the server's default
     */
    default void settle(Connection connection, long statementTimeoutMs, String isolation) throws SQLException {
        if (!isolation.isEmpty()) {
            connection.setTransactionIsolation(IsolationLevel.ofSql(isolation).jdbcLevel());
        }
    }

    /** The isolation level that transactions of this connection really get, in SQL's words, in lower case. */
    default String isolation(Connection connection) throws SQLException {
        return IsolationLevel.toldByDriver(connection);
    }

    /** What decides durability, replication and capacity: one query by name of fact, each with one text as its answer. */
    default Map<String, String> facts() {
        return Map.of();
    }

    /**
     * A name as written in a statement: unchanged if allowed, else quoted; parts of a qualified name one by one. Unquoted names are
     * case-insensitive.
     */
    default String identifier(String name) {
        return SqlIdentifiers.written(name);
    }

    /** The end of a query for only the first rows. @param rows a number, or a question mark */
    default String limit(String rows) {
        return " FETCH FIRST " + rows + " ROWS ONLY";
    }

    /**
     * The statements that make a table of a key and some texts, the table itself first.
     * @throws IllegalArgumentException if the sharding is not supported; called before anything is dropped
     */
    default List<String> createTable(KeyValueTable table) {
        return List.of(TableDdl.inOnePiece(table, this));
    }

    /** The effect of a sharding, for messages: {@code 8 hash partitions}; empty if none was requested. */
    default String layout(Sharding sharding) {
        return "";
    }

    /** Whether the pieces of a table can be put in tablespaces by name. */
    default boolean tablespaces() {
        return false;
    }

    /** What the server lacks to make the table; empty if nothing, or if the server cannot tell. */
    default Optional<String> obstacle(Connection connection, KeyValueTable table) throws SQLException {
        return Optional.empty();
    }

    /** How the existing table differs from its sharding; empty if it does not, or if the server cannot tell. */
    default Optional<String> misfit(Connection connection, KeyValueTable table) throws SQLException {
        return Optional.empty();
    }

    /** Whether statements that create and drop tables are rolled back with their transaction. */
    default boolean transactionalDdl() {
        return false;
    }

    /** Whether the server has certainly rolled back what it cancelled (SQLSTATE 57014), also during a commit. */
    default boolean cancelRollsBack() {
        return false;
    }

    /** The end of a statement that makes a table of Squall's own: its storage and how its texts compare. */
    default String tableOptions() {
        return "";
    }

    /** The type of a text that is part of a key or of an index. */
    default String keyText() {
        return "text";
    }

    /** A table of whole numbers, in a FROM clause: its only column is {@code n}. */
    default String series(int first, int last) {
        return "generate_series(" + first + ", " + last + ") AS n";
    }

    /**
     * Whether, at the level of this connection, two transactions may read the same row and both write it, so that the first write is lost.
     */
    default boolean losesUpdates(Connection connection) throws SQLException {
        return connection.getTransactionIsolation() < Connection.TRANSACTION_REPEATABLE_READ;
    }

    /**
     * The SQLSTATE by which a failure is judged: the server's own, or the one of the same meaning in PostgreSQL's list where the server
     * tells its errors apart by numbers. Empty if the driver gives none.
     */
    default String sqlState(SQLException failure) {
        String state = failure.getSQLState();
        return state == null ? "" : state;
    }

    /** Whether a row could not be inserted because there is one with its key. */
    default boolean duplicateKey(SQLException failure) {
        return sqlState(failure).equals("23505");
    }

    /** Whether a statement collided with another transaction, so that the server has rolled back its own and it may be tried again. */
    default boolean collided(SQLException failure) {
        return Set.of("40001", "40P01").contains(sqlState(failure));
    }

    /** Whether a statement failed because there is no such table. */
    default boolean missingTable(SQLException failure) {
        return Set.of("42P01", "42S02").contains(SqlErrors.code(failure));
    }

    /** Whether a table could not be made because there is one: seen as a table, or, at the same moment, as its row in the catalogue. */
    default boolean existingTable(SQLException failure) {
        return Set.of("42P07", "42710", "23505", "42S01").contains(SqlErrors.code(failure));
    }
}
