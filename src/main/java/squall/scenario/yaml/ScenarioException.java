package squall.scenario.yaml;

/** An invalid scenario: file, line, key, the value found and the values allowed. */
public final class ScenarioException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    ScenarioException(YamlLocation spot, String message) {
        super(spot + ": " + message);
    }

    ScenarioException(YamlLocation spot, String message, Throwable cause) {
        super(spot + ": " + message, cause);
    }

    /** Where something stands. @param line from 1 */
    record YamlLocation(String file, int line) {
        @Override
        public String toString() {
            return file + ":" + line;
        }
    }
}
