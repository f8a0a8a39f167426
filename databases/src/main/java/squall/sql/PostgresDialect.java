package squall.sql;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.sql.KeyValueTable.Sharding;
import squall.sql.KeyValueTable.Sharding.Kind;

/** PostgreSQL. What is to be spread over nodes elsewhere is partitioned here: one server holds all of it. */
final class PostgresDialect implements SqlDialect {
    /** PostgreSQL has no default; enough that cutting shows, and few enough that a scan over all of them stays cheap. */
    private static final int PARTITIONS = 8;

    /** Each statement that is not about one key locks every partition, its index and its TOAST table, in a lock table of fixed size. */
    private static final int MOST_PARTITIONS = 1_000;

    /** NAMEDATALEN - 1 (PostgreSQL 4.1.1): longer names are cut off, and two partitions would have the same. */
    private static final int LONGEST_NAME = 63;

    @Override
    public String product() {
        return "postgresql";
    }

    @Override
    public boolean speaks(Server server) {
        return server.answer().startsWith("PostgreSQL");
    }

    @Override
    public Language language() {
        return Language.POSTGRESQL;
    }

    @Override
    public void settle(Connection connection, long statementTimeoutMs, String isolation) throws SQLException {
        PostgresLanguage.settle(connection, statementTimeoutMs, isolation);
    }

    @Override
    public String isolation(Connection connection) throws SQLException {
        return PostgresLanguage.text(connection, PostgresLanguage.ISOLATION);
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        PostgresLanguage.settings(facts, PostgresLanguage.ISOLATION);
        facts.put("standby", "SELECT pg_is_in_recovery()");
        facts.put(
                "replication",
                "SELECT coalesce(string_agg(application_name || ':' || state || ':' || sync_state, ',' "
                        + "ORDER BY application_name), 'none') FROM pg_stat_replication");
        facts.put("tls", "SELECT coalesce(version, 'off') FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
        return facts;
    }

    @Override
    public String limit(String rows) {
        return " LIMIT " + rows;
    }

    @Override
    public List<String> createTable(KeyValueTable table) {
        Sharding sharding = table.sharding();
        if (sharding.kind() == Kind.DEFAULT) {
            if (sharding.pieces() > 1) {
                throw TableDdl.refused(table, "PostgreSQL needs the partitioning: use hash or range");
            }
            return List.of(TableDdl.inlineKey(table, this));
        }
        requirePartitions(table);
        List<String> statements = new ArrayList<>(List.of(TableDdl.inlineKey(table, this) + " PARTITION BY "
                + sharding.kind() + " (" + identifier(table.keyColumn()) + ")"));
        int count = count(sharding);
        List<String> cuts = sharding.kind() == Kind.RANGE ? TableDdl.cuts(count) : List.of();
        for (int piece = 1; piece <= count; piece++) {
            String rows = sharding.kind() == Kind.HASH
                    ? "WITH (MODULUS " + count + ", REMAINDER " + (piece - 1) + ")"
                    : "FROM (" + bound(cuts, piece - 1, "MINVALUE") + ") TO (" + bound(cuts, piece, "MAXVALUE") + ")";
            statements.add("CREATE TABLE " + identifier(partition(table, piece)) + " PARTITION OF "
                    + identifier(table.name()) + " FOR VALUES " + rows);
        }
        return statements;
    }

    @Override
    public String layout(Sharding sharding) {
        int count = count(sharding);
        return sharding.kind() == Kind.DEFAULT
                ? ""
                : count + (sharding.kind() == Kind.HASH ? " hash" : " range") + " partition" + (count == 1 ? "" : "s");
    }

    @Override
    public Optional<String> misfit(Connection connection, KeyValueTable table) throws SQLException {
        if (table.sharding().kind() == Kind.DEFAULT) {
            return Optional.empty();
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT partstrat::text, (SELECT count(*) FROM pg_inherits WHERE inhparent = partrelid) "
                                + "FROM pg_partitioned_table WHERE partrelid = to_regclass('"
                                + identifier(table.name()).replace("'", "''") + "')")) {
            boolean partitioned = row.next();
            return misfit(table.sharding(), partitioned ? row.getString(1) : "", partitioned ? row.getInt(2) : 0);
        }
    }

    /** @param strategy as {@code pg_partitioned_table} has it; empty: the table is not partitioned */
    private Optional<String> misfit(Sharding wanted, String strategy, int partitions) {
        boolean asWanted = strategy.equals(wanted.kind() == Kind.HASH ? "h" : "r")
                && (wanted.pieces() == 0 || wanted.pieces() == partitions);
        String found = switch (strategy) {
            case "h" -> "has " + partitions + " hash partitions";
            case "r" -> "has " + partitions + " range partitions";
            case "l" -> "has " + partitions + " list partitions";
            default -> "is not partitioned";
        };
        return asWanted
                ? Optional.empty()
                : Optional.of("it " + found + " where " + layout(wanted) + " were requested");
    }

    @Override
    public boolean transactionalDdl() {
        return true;
    }

    @Override
    public boolean cancelRollsBack() {
        // What it cancels it rolls back, and a cancelled wait for a standby is no error but a warning.
        return true;
    }

    @Override
    public String toString() {
        return "POSTGRES";
    }

    private static void requirePartitions(KeyValueTable table) {
        int count = count(table.sharding());
        if (count > MOST_PARTITIONS) {
            throw TableDdl.refused(
                    table,
                    "Squall creates at most " + MOST_PARTITIONS
                            + " partitions on PostgreSQL: a scan locks all of them");
        }
        String last = partition(table, count);
        if (last.substring(last.lastIndexOf('.') + 1).getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            throw TableDdl.refused(
                    table, "the name of partition " + last + " has more than " + LONGEST_NAME + " bytes: shorten it");
        }
    }

    private static int count(Sharding sharding) {
        return sharding.pieces() == 0 ? PARTITIONS : sharding.pieces();
    }

    private static String partition(KeyValueTable table, int piece) {
        return table.name() + "_p" + piece;
    }

    /** @param open where there is no cut */
    private static String bound(List<String> cuts, int piece, String open) {
        return piece == 0 || piece > cuts.size() ? open : "'" + cuts.get(piece - 1) + "'";
    }
}
