package squall.ycsb;

import java.util.List;
import java.util.Optional;

/**
 * A database under a short name.
 *
 * @param name as typed after {@code load}, {@code run} or {@code shell}
 * @param className the class of the YCSB interface behind it
 */
public record Binding(String name, String className) {
    /** The jdbc binding: the one that runs on Squall's own layer. */
    public static final Binding JDBC = new Binding("jdbc", "squall.ycsb.binding.JdbcDb");

    /** Every binding that ships. */
    public static final List<Binding> ALL =
            List.of(JDBC, new Binding("basic", "site.ycsb.BasicDB"), new Binding("basicts", "site.ycsb.BasicTSDB"));

    /** The name under which scripts written for upstream know the jdbc binding. */
    private static final String UPSTREAM_JDBC = "site.ycsb.db.JdbcDBClient";

    public static Optional<Binding> named(String name) {
        return ALL.stream().filter(binding -> binding.name.equals(name)).findFirst();
    }

    /** The binding of this class, which need not be one that ships; its name is then the class's simple name. */
    public static Binding ofClass(String className) {
        String own = className.equals(UPSTREAM_JDBC) ? JDBC.className : className;
        return ALL.stream()
                .filter(binding -> binding.className.equals(own))
                .findFirst()
                .orElseGet(() -> new Binding(own.substring(own.lastIndexOf('.') + 1), own));
    }
}
