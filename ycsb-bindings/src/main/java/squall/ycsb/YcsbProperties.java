package squall.ycsb;

import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import squall.results.RunInfo.Setting;
import squall.system.CommandException;

/**
 * Set of the properties that were given, with their origin; every value of a known property has been read once, so that no later step can
 * fail on it.
 *
 * <p>Immutable.
 */
public final class YcsbProperties {
    private final Map<String, Setting> settings;

    private YcsbProperties(Map<String, Setting> settings) {
        this.settings = settings;
    }

    /** @throws CommandException if the value of a known property cannot be parsed; names its origin and the values allowed */
    public static YcsbProperties of(Map<String, Setting> settings) throws CommandException {
        for (var entry : settings.entrySet()) {
            Optional<PropertyDefinition<?>> property = PropertyCatalog.find(entry.getKey());
            if (property.isPresent()) {
                requireReadable(property.get(), entry.getValue());
            }
        }
        return new YcsbProperties(new TreeMap<>(settings));
    }

    private static void requireReadable(PropertyDefinition<?> property, Setting setting) throws CommandException {
        if (property.format().reader().apply(setting.value()).isEmpty()) {
            throw CommandException.usage(setting.origin() + ": " + property.name() + " must be "
                    + property.format().wanted() + ", not '" + setting.value() + "'");
        }
    }

    /** Returns the value, or the default if it is not set. */
    public <T> T get(PropertyDefinition<T> property) {
        return given(property).orElse(property.fallback());
    }

    /** Returns the value if it is set. */
    public <T> Optional<T> given(PropertyDefinition<T> property) {
        return text(property.name()).flatMap(property.format().reader());
    }

    /** Returns the text of any property, as it was set. */
    public Optional<String> text(String key) {
        return Optional.ofNullable(settings.get(key)).map(Setting::value);
    }

    public boolean isSet(PropertyDefinition<?> property) {
        return settings.containsKey(property.name());
    }

    /** Tells where the value was set, for messages; {@code default} if nowhere. */
    public String origin(PropertyDefinition<?> property) {
        Setting setting = settings.get(property.name());
        return setting == null ? "default" : setting.origin();
    }

    /** Returns the settings without defaults. */
    public Map<String, Setting> settings() {
        return Map.copyOf(settings);
    }

    /** Returns the values that were set below a prefix, by the rest of their names. */
    public Map<String, String> below(String prefix) {
        return settings.entrySet().stream()
                .filter(setting -> setting.getKey().startsWith(prefix))
                .collect(Collectors.toMap(
                        setting -> setting.getKey().substring(prefix.length()),
                        setting -> setting.getValue().value()));
    }

    /** Returns the effective settings: those that were set, and the default of every other property that has one. */
    public Map<String, Setting> effective() {
        Map<String, Setting> effective = new TreeMap<>();
        for (PropertyDefinition<?> property : PropertyCatalog.all()) {
            effective.put(property.name(), new Setting(property.shownFallback(), "default"));
        }
        effective.putAll(settings);
        return effective;
    }

    /** Returns a copy in which one property has this value. */
    public YcsbProperties with(PropertyDefinition<?> property, String value, String origin) throws CommandException {
        Map<String, Setting> changed = new TreeMap<>(settings);
        changed.put(property.name(), new Setting(value, origin));
        return of(changed);
    }

    /** Returns the settings for classes of third parties, which know their own defaults; a fresh copy. */
    public Properties asProperties() {
        Properties properties = new Properties();
        settings.forEach((key, setting) -> properties.setProperty(key, setting.value()));
        return properties;
    }
}
