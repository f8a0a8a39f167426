package squall.sql;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    private TableDdl() {}

    static List<String> statements(KeyValueTable table, Dialect dialect) {
        return switch (dialect) {
            case POSTGRES, GENERIC -> List.of(plain(table, dialect));
            case COCKROACHDB -> cockroach(table);
            case YUGABYTEDB -> List.of(yugabyte(table));
        };
    }

    private static String plain(KeyValueTable table, Dialect dialect) {
        Sharding sharding = table.sharding();
        if (sharding.kind() == Sharding.Kind.HASH || sharding.pieces() > 1) {
            throw new IllegalArgumentException("table " + table.name() + ": " + wanted(sharding)
                    + " was asked for, but with dialect " + dialect.product()
                    + " a table stays in one piece; leave the sharding out");
        }
        return inlineKey(table);
    }

    private static List<String> cockroach(KeyValueTable table) {
        Sharding sharding = table.sharding();
        if (sharding.kind() == Sharding.Kind.HASH) {
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

    /** Keys that cut the range into pieces, each in brackets; the first four digits are precise enough. */
    private static String splits(int pieces) {
        BigInteger width = LAST_KEY.subtract(FIRST_KEY);
        return IntStream.range(1, pieces)
                .mapToObj(
                        i -> FIRST_KEY.add(width.multiply(BigInteger.valueOf(i)).divide(BigInteger.valueOf(pieces))))
                .map(key -> "('user" + key.toString().substring(0, 4) + "')")
                .collect(Collectors.joining(", "));
    }

    private static String wanted(Sharding sharding) {
        return sharding.kind().name().toLowerCase(Locale.ROOT) + " sharding"
                + (sharding.pieces() == 0 ? "" : " into " + sharding.pieces() + " pieces");
    }
}
