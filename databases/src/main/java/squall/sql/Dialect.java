package squall.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import squall.sql.KeyValueTable.Sharding;

/**
 * The clauses and facts in which databases differ. Four are built in; a jar on the class path brings others, named in
 * {@code META-INF/services/squall.sql.Dialect}.
 *
 * <p>What a method does unless it is overridden is standard SQL, or what the JDBC driver says. Has no state; may be called from any thread.
 */
public interface Dialect {
    /** Whose statements a server understands, where Squall has statements of its own for each, as TPC-C has. */
    enum Language {
        STANDARD,
        POSTGRESQL,
        COCKROACHDB,
        YUGABYTEDB
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
     * Brings a new connection into the state that was asked for.
     *
     * @param statementTimeoutMs after which the server is to end a statement; 0: never
     * @param isolation in SQL's words, in lower case; empty: the server's default
     */
    default void settle(Connection connection, long statementTimeoutMs, String isolation) throws SQLException {
        if (!isolation.isEmpty()) {
            connection.setTransactionIsolation(Isolation.ofSql(isolation).jdbcLevel());
        }
    }

    /** The isolation level that transactions of this connection really get, in SQL's words, in lower case. */
    default String isolation(Connection connection) throws SQLException {
        return Isolation.toldByDriver(connection);
    }

    /** What decides durability, replication and capacity: one query by name of fact, each with one text as its answer. */
    default Map<String, String> facts() {
        return Map.of();
    }

    /**
     * A name as it must stand in a statement: as it is where that is allowed, else quoted; parts of a qualified name one by one. Unquoted
     * names are the same whatever their case.
     */
    default String identifier(String name) {
        return Identifiers.written(name);
    }

    /** What ends a query of which only the first rows are wanted. @param rows a number, or a question mark */
    default String limit(String rows) {
        return " FETCH FIRST " + rows + " ROWS ONLY";
    }

    /**
     * The statements that make a table of a key and some texts, the table itself first.
     *
     * @throws IllegalArgumentException if it cannot be spread as wanted; asked before anything is dropped
     */
    default List<String> createTable(KeyValueTable table) {
        return List.of(TableDdl.inOnePiece(table, this));
    }

    /** What a sharding comes to, for messages: {@code 8 hash partitions}; empty where nothing was asked for. */
    default String layout(Sharding sharding) {
        return "";
    }

    /** In what the table that is there differs from its sharding; empty where it does not, or where the server does not tell. */
    default Optional<String> misfit(Connection connection, KeyValueTable table) throws SQLException {
        return Optional.empty();
    }

    /** Whether statements that make and drop tables can be taken back with the transaction they stand in. */
    default boolean transactionalDdl() {
        return false;
    }

    /** Whether the server has certainly rolled back what it cancelled (SQLSTATE 57014), also during a commit. */
    default boolean cancelRollsBack() {
        return false;
    }

    /** Whether a statement collided with another transaction, so that the server has rolled back its own and it may be tried again. */
    default boolean collided(SQLException failure) {
        return "40001".equals(failure.getSQLState()) || "40P01".equals(failure.getSQLState());
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
