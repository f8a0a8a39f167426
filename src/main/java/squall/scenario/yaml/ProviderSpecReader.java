package squall.scenario.yaml;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import squall.scenario.ProviderSpec;

/** Reads a fault, cluster or load: its kind alone, or its kind with options. */
final class ProviderSpecReader {
    private ProviderSpecReader() {}

    static ProviderSpec read(YamlValue value) {
        if (value.isText()) {
            return value.make(() -> ProviderSpec.of(value.text()));
        }
        YamlSection section = value.section();
        if (section.names().size() != 1) {
            throw value.wrong("one kind with its options, such as {pause: {}}");
        }
        String kind = section.names().iterator().next();
        return value.make(
                () -> new ProviderSpec(kind, options(section.need(kind).section())));
    }

    private static Map<String, String> options(YamlSection section) {
        Map<String, String> options = new TreeMap<>();
        section.names().forEach(key -> options.put(key, text(section.need(key))));
        return options;
    }

    private static String text(YamlValue value) {
        if (!value.isList()) {
            return value.text();
        }
        List<YamlValue> items = value.items();
        items.stream().filter(item -> item.text().contains("\n")).findFirst().ifPresent(item -> {
            throw item.wrong("one line, because a list is written with one item per line");
        });
        return items.stream().map(YamlValue::text).collect(Collectors.joining("\n"));
    }
}
