package squall.scenario.yaml;

import java.util.LinkedHashMap;
import java.util.Map;
import squall.scenario.expect.Expectation;
import squall.scenario.expect.Expectations;

/** What is expected, as {@link ExpectReader} reads it. */
final class ExpectWriter {
    private ExpectWriter() {}

    static YamlFields fields(Expectations expectations) {
        YamlFields fields = new YamlFields();
        Map<String, YamlFields> inner = new LinkedHashMap<>();
        for (Expectation expectation : expectations.each()) {
            String key = expectation.measure().key();
            int point = key.indexOf('.');
            if (point < 0) {
                fields.with(key, expectation.text());
            } else {
                inner.computeIfAbsent(key.substring(0, point), name -> new YamlFields())
                        .with(key.substring(point + 1), expectation.text());
            }
        }
        inner.forEach(fields::with);
        return fields;
    }
}
