package squall.scenario.yaml;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import squall.scenario.Choice;

/** A fault, cluster or load: its kind alone, or its kind and what it is told. */
final class ChoiceReader {
    private ChoiceReader() {}

    static Choice read(Value value) {
        if (value.isText()) {
            return value.make(() -> Choice.of(value.text()));
        }
        Section section = value.section();
        if (section.names().size() != 1) {
            throw value.wrong("one kind and what it is told, such as {pause: {}}");
        }
        String kind = section.names().iterator().next();
        return value.make(() -> new Choice(kind, options(section.need(kind).section())));
    }

    private static Map<String, String> options(Section section) {
        Map<String, String> options = new TreeMap<>();
        section.names().forEach(key -> options.put(key, text(section.need(key))));
        return options;
    }

    private static String text(Value value) {
        if (!value.isList()) {
            return value.text();
        }
        List<Value> items = value.items();
        items.stream().filter(item -> item.text().contains("\n")).findFirst().ifPresent(item -> {
            throw item.wrong("one line, because a list is told with an item a line");
        });
        return items.stream().map(Value::text).collect(Collectors.joining("\n"));
    }
}
