package squall.scenario.yaml;

/** Error in a scenario: file, line, key, the value found and the values allowed. */
public final class ScenarioException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    ScenarioException(YamlLocation spot, String message) {
        super(spot + ": " + message);
    }

    ScenarioException(YamlLocation spot, String message, Throwable cause) {
        super(spot + ": " + message, cause);
    }

    /** Position in a file. @param line from 1 */
    record YamlLocation(String file, int line) {
        @Override
        public String toString() {
            return file + ":" + line;
        }
    }
}
