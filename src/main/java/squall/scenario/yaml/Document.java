package squall.scenario.yaml;

import java.util.List;
import java.util.Map;

/** A file of another kind than a scenario, read as strictly: an unknown key is an error with line and nearest name. */
public final class Document {
    private Document() {}

    /**
     * Its keys.
     *
     * @param environment values for <code>${NAME}</code>
     * @param known the keys it may have
     * @throws ScenarioException if the text is no map of these keys
     */
    public static Section read(Source source, Map<String, String> environment, List<String> known) {
        return new Section(Composed.of(source, new Environment(environment)), "").allowing(known);
    }
}
