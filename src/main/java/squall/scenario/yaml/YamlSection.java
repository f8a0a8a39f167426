package squall.scenario.yaml;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import squall.scenario.yaml.ComposedYaml.YamlTree;
import squall.spi.NearestName;

/** Map in a document, with its position. */
public final class YamlSection {
    private final YamlTree.Keys keys;
    private final String path;

    YamlSection(YamlTree.Keys keys, String path) {
        this.keys = keys;
        this.path = path;
    }

    /** @throws ScenarioException on the first key that is not known, naming the nearest */
    YamlSection allowing(List<String> known) {
        keys.entries().forEach((key, entry) -> {
            if (!known.contains(key)) {
                throw new ScenarioException(
                        entry.spot(), prefix() + "unknown key '" + key + "'" + NearestName.choice(key, known));
            }
        });
        return this;
    }

    public Set<String> names() {
        return keys.entries().keySet();
    }

    YamlTree.Keys tree() {
        return keys;
    }

    /** Returns the whole map as one value. */
    YamlValue whole() {
        return new YamlValue(keys, path);
    }

    public Optional<YamlValue> find(String key) {
        return Optional.ofNullable(keys.entries().get(key)).map(entry -> new YamlValue(entry.value(), joined(key)));
    }

    public Duration duration(String key, Duration fallback) {
        return find(key).map(YamlValue::duration).orElse(fallback);
    }

    public YamlValue need(String key) {
        return find(key)
                .orElseThrow(() -> new ScenarioException(keys.spot(), prefix() + "key '" + key + "' is missing"));
    }

    private String joined(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    private String prefix() {
        return path.isEmpty() ? "" : path + ": ";
    }
}
