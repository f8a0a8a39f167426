package squall.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import squall.sql.KeyValueTable.Sharding;
import squall.sql.KeyValueTable.Sharding.ShardingKind;

/** Dialect of PostgreSQL. A table that others distribute over nodes is partitioned here: one server holds all of it. */
final class PostgresDialect implements PostgresLanguage {
    /**
     * Default number of partitions; PostgreSQL has none. Enough to show the effect of partitioning, and few enough that a scan over all of
     * them stays cheap.
     */
    private static final int PARTITIONS = 8;

    /**
     * Maximum number of partitions: each statement that is not about one key locks every partition, its index and its TOAST table, in a
     * lock table of fixed size.
     */
    private static final int MOST_PARTITIONS = 1_000;

    /** Query for the tablespaces of a table's partitions, in order. */
    private static final String TABLESPACES = "(SELECT string_agg(DISTINCT spcname::text, ', ' ORDER BY spcname::text) "
            + "FROM pg_inherits JOIN pg_class piece ON piece.oid = inhrelid JOIN pg_tablespace place "
            + "ON place.oid = coalesce(nullif(piece.reltablespace, 0), "
            + "(SELECT dattablespace FROM pg_database WHERE datname = current_database())) "
            + "WHERE inhparent = partrelid)";

    @Override
    public String identifier(String name) {
        return SqlIdentifiers.whole(name);
    }

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
    public Map<String, String> facts() {
        Map<String, String> facts = settings();
        facts.put("standby", "SELECT pg_is_in_recovery()");
        facts.put(
                "replication",
                "SELECT coalesce(string_agg(application_name || ':' || state || ':' || sync_state, ',' "
                        + "ORDER BY application_name), 'none') FROM pg_stat_replication");
        facts.put("tls", "SELECT coalesce(version, 'off') FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
        return facts;
    }

    @Override
    public List<String> createTable(KeyValueTable table) {
        Sharding sharding = table.sharding();
        if (sharding.kind() == ShardingKind.DEFAULT) {
            if (sharding.pieces() > 1 || !sharding.tablespaces().isEmpty()) {
                throw TableDdl.refused(table, "PostgreSQL needs the partitioning: use hash or range");
            }
            return List.of(TableDdl.inlineKey(table, this));
        }
        requirePartitions(table);
        List<String> statements = new ArrayList<>(List.of(TableDdl.inlineKey(table, this) + " PARTITION BY "
                + sharding.kind() + " (" + identifier(table.keyColumn()) + ")"));
        int count = count(sharding);
        List<String> cuts = sharding.kind() == ShardingKind.RANGE ? TableDdl.cuts(count) : List.of();
        for (int piece = 1; piece <= count; piece++) {
            // The index of a partition is not created where TABLESPACE puts the partition, but where this setting says.
            tablespace(sharding, piece)
                    .ifPresent(name -> statements.add("SET LOCAL default_tablespace = '" + name + "'"));
            String rows = sharding.kind() == ShardingKind.HASH
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
        return sharding.kind() == ShardingKind.DEFAULT
                ? ""
                : count + (sharding.kind() == ShardingKind.HASH ? " hash" : " range") + " partition"
                        + (count == 1 ? "" : "s")
                        + (sharding.tablespaces().isEmpty()
                                ? ""
                                : " in tablespaces " + String.join(", ", sharding.tablespaces()));
    }

    @Override
    public boolean tablespaces() {
        return true;
    }

    @Override
    public Optional<String> obstacle(Connection connection, KeyValueTable table) throws SQLException {
        List<String> wanted = table.sharding().tablespaces();
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        Set<String> found = new TreeSet<>(PlainSql.rows(
                connection, "SELECT spcname FROM pg_tablespace WHERE spcname <> 'pg_global'", row -> row.getString(1)));
        List<String> missing =
                wanted.stream().filter(name -> !found.contains(name)).toList();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of("the server has no tablespace " + String.join(", ", missing) + " (it has "
                        + String.join(", ", found) + ")");
    }

    @Override
    public Optional<String> layoutMismatch(Connection connection, KeyValueTable table) throws SQLException {
        if (table.sharding().kind() == ShardingKind.DEFAULT) {
            return Optional.empty();
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT partstrat::text, (SELECT count(*) FROM pg_inherits WHERE inhparent = partrelid), "
                                + TABLESPACES
                                + " FROM pg_partitioned_table WHERE partrelid = to_regclass('"
                                + identifier(table.name()).replace("'", "''") + "')")) {
            boolean partitioned = row.next();
            Optional<String> pieces = layoutMismatch(
                    table.sharding(), partitioned ? row.getString(1) : "", partitioned ? row.getInt(2) : 0);
            return pieces.isPresent() ? pieces : misplaced(table.sharding().tablespaces(), row.getString(3));
        }
    }

    /** @param found names in order, with commas */
    private static Optional<String> misplaced(List<String> wanted, String found) {
        String asked = wanted.stream().sorted().distinct().collect(Collectors.joining(", "));
        return wanted.isEmpty() || asked.equals(found)
                ? Optional.empty()
                : Optional.of("its partitions lie in tablespaces " + found + " where " + asked + " were requested");
    }

    /** @param strategy as {@code pg_partitioned_table} has it; empty: the table is not partitioned */
    private Optional<String> layoutMismatch(Sharding wanted, String strategy, int partitions) {
        boolean asWanted = strategy.equals(wanted.kind() == ShardingKind.HASH ? "h" : "r")
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
        int places = table.sharding().tablespaces().size();
        if (places > count) {
            throw TableDdl.refused(table, places + " tablespaces need as many partitions or more, not " + count);
        }
        String last = partition(table, count);
        if (!SqlIdentifiers.fits(last)) {
            throw TableDdl.refused(
                    table,
                    "the name of partition " + last + " has more than " + SqlIdentifiers.LONGEST
                            + " bytes: shorten it");
        }
    }

    private static int count(Sharding sharding) {
        return sharding.pieces() == 0 ? PARTITIONS : sharding.pieces();
    }

    /** Returns the tablespace of a piece, written as a text. */
    private static Optional<String> tablespace(Sharding sharding, int piece) {
        List<String> names = sharding.tablespaces();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(names.get((piece - 1) % names.size()).replace("'", "''"));
    }

    private static String partition(KeyValueTable table, int piece) {
        return table.name() + "_p" + piece;
    }

    /** @param open where there is no cut */
    private static String bound(List<String> cuts, int piece, String open) {
        return piece == 0 || piece > cuts.size() ? open : "'" + cuts.get(piece - 1) + "'";
    }
}
