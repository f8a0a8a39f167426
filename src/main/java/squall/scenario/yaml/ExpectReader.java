package squall.scenario.yaml;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import squall.scenario.expect.Expectation;
import squall.scenario.expect.Expectations;
import squall.scenario.expect.Measure;

/** What is expected, by the keys of the measures; a point in a key stands for a map in the map. */
final class ExpectReader {
    private static final List<String> KEYS = Arrays.stream(Measure.values())
            .map(measure -> measure.key().replaceFirst("\\..*", ""))
            .distinct()
            .toList();

    private ExpectReader() {}

    /** Nothing is expected where nothing is said. */
    static Expectations read(Optional<Value> found) {
        return found.map(ExpectReader::read).orElse(Expectations.NONE);
    }

    private static Expectations read(Value value) {
        Section section = value.section(KEYS);
        return new Expectations(Arrays.stream(Measure.values())
                .flatMap(measure -> find(section, measure.key()).map(limit -> expectation(measure, limit)).stream())
                .toList());
    }

    private static Optional<Value> find(Section section, String key) {
        int point = key.indexOf('.');
        return point < 0
                ? section.find(key)
                : section.find(key.substring(0, point))
                        .flatMap(map -> map.section(innerKeys(key.substring(0, point + 1)))
                                .find(key.substring(point + 1)));
    }

    private static List<String> innerKeys(String prefix) {
        return Arrays.stream(Measure.values())
                .map(Measure::key)
                .filter(key -> key.startsWith(prefix))
                .map(key -> key.substring(prefix.length()))
                .toList();
    }

    private static Expectation expectation(Measure measure, Value value) {
        return value.make(() -> Expectation.parse(measure, value.text()));
    }
}
