package squall.scenario.yaml;

import java.util.List;
import java.util.Map;

/** A file of another kind than a scenario, read as strictly: an unknown key is an error with line and nearest name. */
public final class YamlDocument {
    private YamlDocument() {}

    /**
     * Its keys.
     *
     * @param environment values for <code>${NAME}</code>
     * @param known the keys it may have
     * @throws ScenarioException if the text is no map of these keys
     */
    public static YamlSection read(ScenarioSource source, Map<String, String> environment, List<String> known) {
        return new YamlSection(ComposedYaml.of(source, new EnvironmentValues(environment)::filled), "").allowing(known);
    }

    /**
     * Likewise of a file that is filled in later: <code>${NAME}</code> stays as it stands.
     *
     * @throws ScenarioException if the text is no map of these keys
     */
    public static YamlSection template(ScenarioSource source, List<String> known) {
        return new YamlSection(ComposedYaml.of(source, (text, spot) -> text), "").allowing(known);
    }
}
