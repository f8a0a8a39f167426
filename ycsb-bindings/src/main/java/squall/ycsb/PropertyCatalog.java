package squall.ycsb;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import squall.cli.command.RunOptions;

/** Every property that Squall's own classes know: the public constants of the catalogs, and the options of every run. */
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
        Stream<PropertyDefinition<?>> constants = Stream.of(
                        ClientProperties.class,
                        CoreProperties.class,
                        MeasurementProperties.class,
                        JdbcProperties.class,
                        CqlProperties.class,
                        SquallProperties.class)
                .flatMap(catalog -> Arrays.stream(catalog.getFields()))
                .filter(field -> field.getType() == PropertyDefinition.class)
                .map(PropertyCatalog::constant);
        Stream<PropertyDefinition<?>> ofEveryRun = RunOptions.ALL.stream().map(SquallProperties::ofOption);
        Map<String, PropertyDefinition<?>> byName = new TreeMap<>();
        // Some options of every run are constants too.
        Stream.concat(constants, ofEveryRun).distinct().forEach(property -> {
            if (byName.put(property.name(), property) != null) {
                throw new IllegalStateException("duplicate property " + property.name());
            }
        });
        return Collections.unmodifiableMap(byName);
    }

    private static PropertyDefinition<?> constant(Field field) {
        try {
            return (PropertyDefinition<?>) field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " must be public", e);
        }
    }
}
