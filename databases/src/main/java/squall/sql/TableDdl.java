package squall.sql;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import squall.sql.KeyValueTable.Sharding;

/** The statements that make a {@link KeyValueTable}, by dialect. Pure. */
final class TableDdl {
    /**
     * Between the smallest and the largest number that begins with a digit but zero, in 19 digits: YCSB's keys are {@code user} and the
     * hash of a number, nearly always of 19 digits and at most 2^63, so pieces of equal width here get about equal shares.
     */
    private static final BigInteger FIRST_KEY = BigInteger.TEN.pow(18);

    private static final BigInteger LAST_KEY = BigInteger.valueOf(Long.MAX_VALUE);

    /** PostgreSQL has no default; enough that cutting shows, and few enough that a scan over all of them stays cheap. */
    private static final int PARTITIONS = 8;

    /** Each statement that is not about one key locks every partition, its index and its TOAST table, in a lock table of fixed size. */
    private static final int MOST_PARTITIONS = 1_000;

    /** NAMEDATALEN - 1 (PostgreSQL 4.1.1): longer names are cut off, and two partitions would have the same. */
    private static final int LONGEST_NAME = 63;

    /** Of CockroachDB's hash-sharded indexes (pkg/sql/catalog/catalogkeys and tabledesc: "must be in range [2, 2048]"). */
    private static final int FEWEST_BUCKETS = 2;

    private static final int MOST_BUCKETS = 2_048;

    /** Four digits tell this many pieces apart, six as many as can be asked for. */
    private static final int PIECES_BY_FOUR_DIGITS = 1_000;

    private TableDdl() {}

    static List<String> statements(KeyValueTable table, Dialect dialect) {
        return switch (dialect) {
            case POSTGRES -> postgres(table);
            case GENERIC -> List.of(plain(table, dialect));
            case COCKROACHDB -> cockroach(table);
            case YUGABYTEDB -> List.of(yugabyte(table));
        };
    }

    /** As {@link KeyValueTable#layout}. */
    static String layout(Sharding sharding, Dialect dialect) {
        int pieces = sharding.pieces();
        String cut = pieces < 2 ? "" : " in " + pieces + (dialect == Dialect.COCKROACHDB ? " ranges" : " tablets");
        return switch (sharding.kind()) {
            case DEFAULT -> pieces < 2 ? "" : cut.strip();
            case RANGE -> dialect == Dialect.POSTGRES ? partitions(sharding) : "by range of keys" + cut;
            case HASH ->
                switch (dialect) {
                    case POSTGRES -> partitions(sharding);
                    case COCKROACHDB -> "by hash of keys" + (pieces == 0 ? "" : " in " + pieces + " buckets");
                    case YUGABYTEDB, GENERIC -> "by hash of keys" + cut;
                };
        };
    }

    /** Asks how the table that is there is partitioned: strategy and number of partitions, or no row. Empty: this dialect is not asked. */
    static Optional<String> layoutQuery(KeyValueTable table, Dialect dialect) {
        return dialect == Dialect.POSTGRES && table.sharding().kind() != Sharding.Kind.DEFAULT
                ? Optional.of("SELECT partstrat::text, (SELECT count(*) FROM pg_inherits WHERE inhparent = partrelid) "
                        + "FROM pg_partitioned_table WHERE partrelid = to_regclass('"
                        + table.identifier().replace("'", "''") + "')")
                : Optional.empty();
    }

    /** What differs from the partitions wanted. @param strategy as {@code pg_partitioned_table} has it; empty: the table has none */
    static Optional<String> misfit(Sharding wanted, String strategy, int partitions) {
        boolean asWanted = strategy.equals(wanted.kind() == Sharding.Kind.HASH ? "h" : "r")
                && (wanted.pieces() == 0 || wanted.pieces() == partitions);
        String found = switch (strategy) {
            case "h" -> "has " + partitions + " hash partitions";
            case "r" -> "has " + partitions + " range partitions";
            case "l" -> "has " + partitions + " list partitions";
            default -> "is not partitioned";
        };
        return asWanted ? Optional.empty() : Optional.of("it " + found + " where " + partitions(wanted) + " were asked for");
    }

    private static String partitions(Sharding sharding) {
        int count = sharding.pieces() == 0 ? PARTITIONS : sharding.pieces();
        return count + (sharding.kind() == Sharding.Kind.HASH ? " hash" : " range") + " partition"
                + (count == 1 ? "" : "s");
    }

    private static IllegalArgumentException refused(KeyValueTable table, String why) {
        return new IllegalArgumentException("table " + table.name() + ": " + wanted(table.sharding())
                + " was asked for, but " + why);
    }

    private static String plain(KeyValueTable table, Dialect dialect) {
        if (!table.sharding().equals(Sharding.DEFAULT)) {
            throw refused(
                    table,
                    "with dialect " + dialect.product() + " a table stays in one piece; leave the sharding out");
        }
        return inlineKey(table);
    }

    /** Declarative partitions: one server holds all of them. */
    private static List<String> postgres(KeyValueTable table) {
        Sharding sharding = table.sharding();
        int count = sharding.pieces() == 0 ? PARTITIONS : sharding.pieces();
        if (sharding.kind() == Sharding.Kind.DEFAULT) {
            if (sharding.pieces() > 1) {
                throw refused(table, "PostgreSQL must be told how to partition: say hash or range");
            }
            return List.of(inlineKey(table));
        }
        if (count > MOST_PARTITIONS) {
            throw refused(table, "PostgreSQL gets at most " + MOST_PARTITIONS + " partitions: a scan locks all of them");
        }
        String last = partition(table, count);
        if (last.substring(last.lastIndexOf('.') + 1).getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            throw refused(
                    table, "the name of partition " + last + " has more than " + LONGEST_NAME + " bytes: shorten it");
        }
        List<String> statements = new ArrayList<>(List.of(
                inlineKey(table) + " PARTITION BY " + sharding.kind() + " (" + keyOf(table) + ")"));
        List<String> cuts = sharding.kind() == Sharding.Kind.RANGE ? cuts(count) : List.of();
        for (int piece = 1; piece <= count; piece++) {
            statements.add("CREATE TABLE " + Identifiers.written(partition(table, piece)) + " PARTITION OF "
                    + table.identifier() + " FOR VALUES "
                    + (sharding.kind() == Sharding.Kind.HASH
                            ? "WITH (MODULUS " + count + ", REMAINDER " + (piece - 1) + ")"
                            : "FROM (" + bound(cuts, piece - 1, "MINVALUE") + ") TO (" + bound(cuts, piece, "MAXVALUE")
                                    + ")"));
        }
        return statements;
    }

    private static String partition(KeyValueTable table, int piece) {
        return table.name() + "_p" + piece;
    }

    /** @param open where there is no cut */
    private static String bound(List<String> cuts, int piece, String open) {
        return piece == 0 || piece > cuts.size() ? open : "'" + cuts.get(piece - 1) + "'";
    }

    private static List<String> cockroach(KeyValueTable table) {
        Sharding sharding = table.sharding();
        if (sharding.kind() == Sharding.Kind.HASH) {
            if (sharding.pieces() != 0 && (sharding.pieces() < FEWEST_BUCKETS || sharding.pieces() > MOST_BUCKETS)) {
                throw refused(table, "CockroachDB's buckets must be in [" + FEWEST_BUCKETS + ", " + MOST_BUCKETS + "]");
            }
            String buckets = sharding.pieces() == 0 ? "" : " WITH (bucket_count = " + sharding.pieces() + ")";
            return List.of(withKeyClause(table, keyOf(table) + ") USING HASH" + buckets));
        }
        List<String> statements = new ArrayList<>(List.of(inlineKey(table)));
        if (sharding.pieces() > 1) {
            statements.add("ALTER TABLE " + table.identifier() + " SPLIT AT VALUES " + splits(sharding.pieces()));
        }
        return statements;
    }

    private static String yugabyte(KeyValueTable table) {
        Sharding sharding = table.sharding();
        int pieces = sharding.pieces();
        return switch (sharding.kind()) {
            case DEFAULT -> inlineKey(table) + (pieces == 0 ? "" : " SPLIT INTO " + pieces + " TABLETS");
            case HASH ->
                withKeyClause(table, keyOf(table) + " HASH)")
                        + (pieces == 0 ? "" : " SPLIT INTO " + pieces + " TABLETS");
            case RANGE ->
                withKeyClause(table, keyOf(table) + " ASC)")
                        + (pieces < 2 ? "" : " SPLIT AT VALUES (" + splits(pieces) + ")");
        };
    }

    private static String inlineKey(KeyValueTable table) {
        return "CREATE TABLE " + table.identifier() + " (" + keyOf(table) + " VARCHAR(255) PRIMARY KEY" + values(table)
                + ")";
    }

    private static String withKeyClause(KeyValueTable table, String clause) {
        return "CREATE TABLE " + table.identifier() + " (" + keyOf(table) + " VARCHAR(255) NOT NULL" + values(table)
                + ", PRIMARY KEY (" + clause + ")";
    }

    private static String keyOf(KeyValueTable table) {
        return Identifiers.written(table.keyColumn());
    }

    private static String values(KeyValueTable table) {
        return table.valueColumns().stream()
                .map(column -> ", " + Identifiers.written(column) + " TEXT")
                .collect(Collectors.joining());
    }

    /** The cuts, each in brackets. */
    private static String splits(int pieces) {
        return cuts(pieces).stream().map(cut -> "('" + cut + "')").collect(Collectors.joining(", "));
    }

    /** Keys that cut the range into pieces, all different; as many digits as that takes. */
    private static List<String> cuts(int pieces) {
        BigInteger width = LAST_KEY.subtract(FIRST_KEY);
        int digits = pieces > PIECES_BY_FOUR_DIGITS ? 6 : 4;
        return IntStream.range(1, pieces)
                .mapToObj(
                        i -> FIRST_KEY.add(width.multiply(BigInteger.valueOf(i)).divide(BigInteger.valueOf(pieces))))
                .map(key -> "user" + key.toString().substring(0, digits))
                .toList();
    }

    private static String wanted(Sharding sharding) {
        return sharding.kind().name().toLowerCase(Locale.ROOT) + " sharding"
                + (sharding.pieces() == 0 ? "" : " into " + sharding.pieces() + " pieces");
    }
}
