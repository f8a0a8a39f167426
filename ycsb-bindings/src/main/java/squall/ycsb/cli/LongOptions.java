package squall.ycsb.cli;

import java.util.List;
import java.util.Optional;
import squall.ycsb.Catalogue;
import squall.ycsb.Property;

/** Squall's long options: {@code --rate} is the property {@code squall.rate}. */
final class LongOptions {
    private static final String PREFIX = "squall.";

    private LongOptions() {}

    static Optional<Property<?>> find(String option) {
        return Catalogue.find(PREFIX + option.substring("--".length()));
    }

    static List<String> names() {
        return Catalogue.names().stream()
                .filter(name -> name.startsWith(PREFIX))
                .map(name -> "--" + name.substring(PREFIX.length()))
                .toList();
    }

    /** Whether the option needs no value: it means true. */
    static boolean isFlag(Property<?> property) {
        return property.fallback() instanceof Boolean;
    }
}
