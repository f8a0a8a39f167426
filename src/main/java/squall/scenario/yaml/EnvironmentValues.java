package squall.scenario.yaml;

import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values for <code>${NAME}</code> and <code>${NAME:-default}</code>. */
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
