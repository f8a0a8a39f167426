package squall.scenario.yaml;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import squall.scenario.expect.Expectation;
import squall.scenario.expect.ExpectationMeasure;
import squall.scenario.expect.Expectations;

/** What is expected, by the keys of the measures; a point in a key stands for a map in the map. */
final class ExpectReader {
    private static final List<String> KEYS = Arrays.stream(ExpectationMeasure.values())
            .map(measure -> measure.key().replaceFirst("\\..*", ""))
            .distinct()
            .toList();

    private ExpectReader() {}

    /** There are no default expectations. */
    static Expectations read(Optional<YamlValue> found) {
        return found.map(ExpectReader::read).orElse(Expectations.NONE);
    }

    private static Expectations read(YamlValue value) {
        YamlSection section = value.section(KEYS);
        return new Expectations(Arrays.stream(ExpectationMeasure.values())
                .flatMap(measure -> find(section, measure.key()).map(limit -> expectation(measure, limit)).stream())
                .toList());
    }

    private static Optional<YamlValue> find(YamlSection section, String key) {
        int point = key.indexOf('.');
        return point < 0
                ? section.find(key)
                : section.find(key.substring(0, point))
                        .flatMap(map -> map.section(innerKeys(key.substring(0, point + 1)))
                                .find(key.substring(point + 1)));
    }

    private static List<String> innerKeys(String prefix) {
        return Arrays.stream(ExpectationMeasure.values())
                .map(ExpectationMeasure::key)
                .filter(key -> key.startsWith(prefix))
                .map(key -> key.substring(prefix.length()))
                .toList();
    }

    private static Expectation expectation(ExpectationMeasure measure, YamlValue value) {
        return value.make(() -> Expectation.parse(measure, value.text()));
    }
}
