package squall.ycsb;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Every property that Squall's own classes know. */
public final class PropertyCatalog {
    private static final Map<String, PropertyDefinition<?>> BY_NAME = byName();

    private PropertyCatalog() {}

    public static Optional<PropertyDefinition<?>> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** Tells whether Squall reads a property of this name. */
    public static boolean knows(String name) {
        return BY_NAME.containsKey(name)
                || name.startsWith(JdbcProperties.DRIVER_PREFIX)
                || name.startsWith(CqlProperties.DRIVER_PREFIX)
                || name.startsWith("htrace.")
                || name.startsWith("basicdb.");
    }

    /** Returns all properties in alphabetical order. */
    public static Collection<PropertyDefinition<?>> all() {
        return BY_NAME.values();
    }

    public static Collection<String> names() {
        return BY_NAME.keySet();
    }

    private static Map<String, PropertyDefinition<?>> byName() {
        List<PropertyDefinition<?>> all = new ArrayList<>(ClientProperties.ALL);
        all.addAll(CoreProperties.ALL);
        all.addAll(MeasurementProperties.ALL);
        all.addAll(JdbcProperties.ALL);
        all.addAll(CqlProperties.ALL);
        all.addAll(SquallProperties.ALL);
        Map<String, PropertyDefinition<?>> byName = new TreeMap<>();
        for (PropertyDefinition<?> property : all) {
            if (byName.put(property.name(), property) != null) {
                throw new IllegalStateException("duplicate property " + property.name());
            }
        }
        return Collections.unmodifiableMap(byName);
    }
}
