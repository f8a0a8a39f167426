package squall.scenario.yaml;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import squall.spi.Durations;

/** A map of a document in the making; what is not there is not written. */
final class Fields {
    private final Map<String, Object> values = new LinkedHashMap<>();

    /** @param value text, number, truth, a list or a map of these */
    Fields with(String key, Object value) {
        values.put(key, value);
        return this;
    }

    Fields with(String key, Duration length) {
        return with(key, Durations.text(length));
    }

    Fields with(String key, Fields inner) {
        return inner.values.isEmpty() ? this : with(key, inner.values);
    }

    Fields with(String key, Optional<?> value) {
        value.ifPresent(there -> with(key, there));
        return this;
    }

    Fields withRate(String key, double perSecond) {
        return with(key, Words.of(perSecond) + "/s");
    }

    Fields withNumber(String key, double number) {
        return number == Math.rint(number) ? with(key, (Object) Math.round(number)) : with(key, (Object) number);
    }

    Fields and(Fields more) {
        values.putAll(more.values);
        return this;
    }

    Map<String, Object> map() {
        return values;
    }
}
