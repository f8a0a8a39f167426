package squall.scenario.yaml;

import java.util.List;
import java.util.Map;

/** A document before it is understood; a value is text, whatever YAML would take it for. */
sealed interface YamlTree {
    ScenarioException.YamlLocation spot();

    record Text(ScenarioException.YamlLocation spot, String text) implements YamlTree {}

    /** A key without a value, or {@code null}. */
    record Empty(ScenarioException.YamlLocation spot) implements YamlTree {}

    record Items(ScenarioException.YamlLocation spot, List<YamlTree> items) implements YamlTree {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** @param entries by key, in the order of the file; not to be changed */
    record Keys(ScenarioException.YamlLocation spot, Map<String, Entry> entries) implements YamlTree {}

    /** @param spot of the key */
    record Entry(ScenarioException.YamlLocation spot, YamlTree value) {}
}
