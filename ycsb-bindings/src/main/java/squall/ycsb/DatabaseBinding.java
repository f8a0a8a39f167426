package squall.ycsb;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Database class under a short name.
 *
 * @param name as typed after {@code load}, {@code run} or {@code shell}
 * @param className the class of the YCSB interface behind it
 */
public record DatabaseBinding(String name, String className) {
    /** SQL databases, on Squall's own layer. */
    public static final DatabaseBinding JDBC = new DatabaseBinding("jdbc", "squall.ycsb.binding.JdbcDb");

    /** YugabyteDB's YCQL and Cassandra, on Squall's own layer. */
    public static final DatabaseBinding YCQL = new DatabaseBinding("ycql", "squall.ycsb.binding.YcqlDb");

    /** Every binding that ships. */
    public static final List<DatabaseBinding> ALL = List.of(
            JDBC,
            YCQL,
            new DatabaseBinding("basic", "site.ycsb.BasicDB"),
            new DatabaseBinding("basicts", "site.ycsb.BasicTSDB"));

    /** The names under which scripts written for upstream know Squall's own. */
    private static final Map<String, DatabaseBinding> UPSTREAM =
            Map.of("site.ycsb.db.JdbcDBClient", JDBC, "site.ycsb.db.CassandraCQLClient", YCQL);

    public static Optional<DatabaseBinding> named(String name) {
        return ALL.stream().filter(binding -> binding.name.equals(name)).findFirst();
    }

    /** Tells whether the binding runs on Squall's own layer, which knows the tables and reconnects. */
    public boolean own() {
        return equals(JDBC) || equals(YCQL);
    }

    /** Returns the binding of this class, which need not be one that ships; its name is then the class's simple name. */
    public static DatabaseBinding ofClass(String className) {
        return ALL.stream()
                .filter(binding -> binding.className.equals(className))
                .findFirst()
                .orElseGet(() -> new DatabaseBinding(className.substring(className.lastIndexOf('.') + 1), className));
    }

    /** Finds Squall's own binding for a class of upstream's that Squall does not include. */
    public static Optional<DatabaseBinding> standingInFor(String className) {
        return Optional.ofNullable(UPSTREAM.get(className));
    }
}
