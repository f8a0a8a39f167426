package squall.scenario.yaml;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import squall.spi.Durations;

/** Builds a map of a document; absent values are not written. */
final class YamlFields {
    private final Map<String, Object> values = new LinkedHashMap<>();

    /** @param value text, number, truth, a list or a map of these */
    YamlFields with(String key, Object value) {
        values.put(key, value);
        return this;
    }

    YamlFields with(String key, Duration length) {
        return with(key, Durations.text(length));
    }

    YamlFields with(String key, YamlFields inner) {
        return inner.values.isEmpty() ? this : with(key, inner.values);
    }

    YamlFields with(String key, Optional<?> value) {
        value.ifPresent(there -> with(key, there));
        return this;
    }

    YamlFields withRate(String key, double perSecond) {
        return with(key, EnumNames.of(perSecond) + "/s");
    }

    YamlFields withNumber(String key, double number) {
        return number == Math.rint(number) ? with(key, (Object) Math.round(number)) : with(key, (Object) number);
    }

    YamlFields and(YamlFields more) {
        values.putAll(more.values);
        return this;
    }

    Map<String, Object> map() {
        return values;
    }
}
