package squall.ycsb;

import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.results.RunInfo.Setting;

/**
 * What was set, and where; every value of a known property has been read once, so that no later step can fail on it.
 *
 * <p>Immutable.
 */
public final class YcsbProperties {
    private final Map<String, Setting> settings;

    private YcsbProperties(Map<String, Setting> settings) {
        this.settings = settings;
    }

    /** @throws CommandException if the value of a known property cannot be read; says where it was set and what is wanted */
    public static YcsbProperties of(Map<String, Setting> settings) throws CommandException {
        for (var entry : settings.entrySet()) {
            Optional<Property<?>> property = Catalogue.find(entry.getKey());
            if (property.isPresent()) {
                requireReadable(property.get(), entry.getValue());
            }
        }
        return new YcsbProperties(new TreeMap<>(settings));
    }

    private static void requireReadable(Property<?> property, Setting setting) throws CommandException {
        if (property.format().reader().apply(setting.value()).isEmpty()) {
            throw new CommandException(
                    ExitCode.USAGE,
                    setting.origin() + ": " + property.name() + " must be "
                            + property.format().wanted() + ", not '" + setting.value() + "'");
        }
    }

    /** The value, or the default where nobody set one. */
    public <T> T get(Property<T> property) {
        return given(property).orElse(property.fallback());
    }

    /** The value if somebody set one. */
    public <T> Optional<T> given(Property<T> property) {
        return text(property.name()).flatMap(property.format().reader());
    }

    /** The text as it was set, of any property. */
    public Optional<String> text(String key) {
        return Optional.ofNullable(settings.get(key)).map(Setting::value);
    }

    public boolean isSet(Property<?> property) {
        return settings.containsKey(property.name());
    }

    /** Where the value was set, for messages; {@code default} if nowhere. */
    public String origin(Property<?> property) {
        Setting setting = settings.get(property.name());
        return setting == null ? "default" : setting.origin();
    }

    /** What was set, without defaults. */
    public Map<String, Setting> settings() {
        return Map.copyOf(settings);
    }

    /** What holds: what was set, and the default of every other property that has one. */
    public Map<String, Setting> effective() {
        Map<String, Setting> effective = new TreeMap<>();
        for (Property<?> property : Catalogue.all()) {
            effective.put(property.name(), new Setting(property.shownFallback(), "default"));
        }
        effective.putAll(settings);
        return effective;
    }

    /** A copy in which one property has this value. */
    public YcsbProperties with(Property<?> property, String value, String origin) throws CommandException {
        Map<String, Setting> changed = new TreeMap<>(settings);
        changed.put(property.name(), new Setting(value, origin));
        return of(changed);
    }

    /** What was set, for classes of third parties, which know their own defaults; a fresh copy. */
    public Properties asProperties() {
        Properties properties = new Properties();
        settings.forEach((key, setting) -> properties.setProperty(key, setting.value()));
        return properties;
    }
}
