package squall.ycsb.cli;

import java.util.List;
import java.util.Optional;
import squall.ycsb.PropertyCatalog;
import squall.ycsb.PropertyDefinition;

/** Squall's long options: {@code --rate} is the property {@code squall.rate}. */
final class LongOptions {
    private static final String PREFIX = "squall.";

    private LongOptions() {}

    static Optional<PropertyDefinition<?>> find(String option) {
        return PropertyCatalog.find(PREFIX + option.substring("--".length()));
    }

    static List<String> names() {
        return PropertyCatalog.names().stream()
                .filter(name -> name.startsWith(PREFIX))
                .map(name -> "--" + name.substring(PREFIX.length()))
                .toList();
    }

    /** Whether the option needs no value: it means true. */
    static boolean isFlag(PropertyDefinition<?> property) {
        return property.fallback() instanceof Boolean;
    }
}
