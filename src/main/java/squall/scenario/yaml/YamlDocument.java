package squall.scenario.yaml;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** YAML file other than a scenario, read as strictly: an unknown key is an error with line and nearest name. */
public final class YamlDocument {
    private YamlDocument() {}

    /**
     * Reads a file and returns its keys.
     *
     * @param environment values for <code>${NAME}</code>
     * @param known the keys it may have
     * @throws ScenarioException if the text is not a map of these keys
     */
    public static YamlSection read(ScenarioSource source, Map<String, String> environment, List<String> known) {
        return new YamlSection(ComposedYaml.of(source, new EnvironmentValues(environment)::filled), "").allowing(known);
    }

    /**
     * Reads a file whose references <code>${NAME}</code> are replaced later.
     *
     * @throws ScenarioException if the text is not a map of these keys
     */
    public static YamlSection template(ScenarioSource source, List<String> known) {
        return new YamlSection(ComposedYaml.of(source, (text, spot) -> text), "").allowing(known);
    }

    /** Environment values for <code>${NAME}</code> and <code>${NAME:-default}</code>. */
    record EnvironmentValues(Map<String, String> values) {
        private static final Pattern REFERENCE = Pattern.compile("\\$\\{(?<name>\\w+)(?::-(?<default>[^}]*))?}");

        EnvironmentValues {
            values = Map.copyOf(values);
        }

        /** @throws ScenarioException if a value is missing that has no default */
        String filled(String text, ScenarioException.YamlLocation spot) {
            return REFERENCE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(found, spot)));
        }

        private String value(MatchResult found, ScenarioException.YamlLocation spot) {
            String name = found.group("name");
            return Optional.ofNullable(values.get(name))
                    .or(() -> Optional.ofNullable(found.group("default")))
                    .orElseThrow(() -> new ScenarioException(
                            spot,
                            "environment variable " + name + " is not set; set it, or write ${" + name + ":-default}"));
        }
    }
}
