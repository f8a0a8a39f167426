package squall.ycsb;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A database under a short name.
 *
 * @param name as typed after {@code load}, {@code run} or {@code shell}
 * @param className the class of the YCSB interface behind it
 */
public record Binding(String name, String className) {
    /** SQL databases, on Squall's own layer. */
    public static final Binding JDBC = new Binding("jdbc", "squall.ycsb.binding.JdbcDb");

    /** YugabyteDB's YCQL and Cassandra, on Squall's own layer. */
    public static final Binding YCQL = new Binding("ycql", "squall.ycsb.binding.YcqlDb");

    /** Every binding that ships. */
    public static final List<Binding> ALL = List.of(
            JDBC, YCQL, new Binding("basic", "site.ycsb.BasicDB"), new Binding("basicts", "site.ycsb.BasicTSDB"));

    /** The names under which scripts written for upstream know Squall's own. */
    private static final Map<String, Binding> UPSTREAM =
            Map.of("site.ycsb.db.JdbcDBClient", JDBC, "site.ycsb.db.CassandraCQLClient", YCQL);

    public static Optional<Binding> named(String name) {
        return ALL.stream().filter(binding -> binding.name.equals(name)).findFirst();
    }

    /** Whether it runs on Squall's own layer, which knows the tables and reconnects. */
    public boolean own() {
        return equals(JDBC) || equals(YCQL);
    }

    /** The binding of this class, which need not be one that ships; its name is then the class's simple name. */
    public static Binding ofClass(String className) {
        return ALL.stream()
                .filter(binding -> binding.className.equals(className))
                .findFirst()
                .orElseGet(() -> new Binding(className.substring(className.lastIndexOf('.') + 1), className));
    }

    /** Squall's own binding that stands in for this class of upstream's, which Squall does not ship. */
    public static Optional<Binding> standingInFor(String className) {
        return Optional.ofNullable(UPSTREAM.get(className));
    }
}
