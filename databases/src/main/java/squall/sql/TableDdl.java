package squall.sql;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import squall.sql.KeyValueTable.Sharding;

/** Builder of the dialects' statements for a {@link KeyValueTable}. Pure. */
final class TableDdl {
    /**
     * Bound of the keys to cut, which lie between the smallest and the largest number that begins with a digit but zero, in 19 digits:
     * YCSB's keys are {@code user} and the hash of a number, nearly always of 19 digits and at most 2^63, so pieces of equal width here get
     * about equal shares.
     */
    private static final BigInteger FIRST_KEY = BigInteger.TEN.pow(18);

    private static final BigInteger LAST_KEY = BigInteger.valueOf(Long.MAX_VALUE);

    /** Number of pieces that four digits distinguish; six distinguish the maximum. */
    private static final int PIECES_BY_FOUR_DIGITS = 1_000;

    private TableDdl() {}

    /** @throws IllegalArgumentException if it is to be distributed */
    static String inOnePiece(KeyValueTable table, SqlDialect dialect) {
        return inOnePiece(table, dialect, "TEXT");
    }

    /** @param type of the values */
    static String inOnePiece(KeyValueTable table, SqlDialect dialect, String type) {
        if (!table.sharding().equals(Sharding.DEFAULT)) {
            throw refused(
                    table, "dialect " + dialect.product() + " does not support sharded tables; omit the sharding");
        }
        return inlineKey(table, dialect, type);
    }

    static String inlineKey(KeyValueTable table, SqlDialect dialect) {
        return inlineKey(table, dialect, "TEXT");
    }

    private static String inlineKey(KeyValueTable table, SqlDialect dialect, String type) {
        return "CREATE TABLE " + dialect.identifier(table.name()) + " (" + dialect.identifier(table.keyColumn())
                + " VARCHAR(255) PRIMARY KEY" + values(table, dialect, type) + ")";
    }

    static String withKeyClause(KeyValueTable table, SqlDialect dialect, String clause) {
        return "CREATE TABLE " + dialect.identifier(table.name()) + " (" + dialect.identifier(table.keyColumn())
                + " VARCHAR(255) NOT NULL" + values(table, dialect, "TEXT") + ", PRIMARY KEY (" + clause + ")";
    }

    private static String values(KeyValueTable table, SqlDialect dialect, String type) {
        return table.valueColumns().stream()
                .map(column -> ", " + dialect.identifier(column) + " " + type)
                .collect(Collectors.joining());
    }

    /** Returns the cuts, each in brackets. */
    static String splits(int pieces) {
        return cuts(pieces).stream().map(cut -> "('" + cut + "')").collect(Collectors.joining(", "));
    }

    /** Returns keys that cut the range into pieces, all different; as many digits as necessary. */
    static List<String> cuts(int pieces) {
        BigInteger width = LAST_KEY.subtract(FIRST_KEY);
        int digits = pieces > PIECES_BY_FOUR_DIGITS ? 6 : 4;
        return IntStream.range(1, pieces)
                .mapToObj(
                        i -> FIRST_KEY.add(width.multiply(BigInteger.valueOf(i)).divide(BigInteger.valueOf(pieces))))
                .map(key -> "user" + key.toString().substring(0, digits))
                .toList();
    }

    static IllegalArgumentException refused(KeyValueTable table, String why) {
        Sharding sharding = table.sharding();
        return new IllegalArgumentException("table " + table.name() + ": "
                + sharding.kind().name().toLowerCase(Locale.ROOT) + " sharding"
                + (sharding.pieces() == 0 ? "" : " into " + sharding.pieces() + " pieces") + " was requested, but "
                + why);
    }
}
