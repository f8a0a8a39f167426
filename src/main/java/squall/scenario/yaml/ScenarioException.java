package squall.scenario.yaml;

/** A scenario that cannot be meant: file, line, key, what was found and what is wanted. */
public final class ScenarioException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    ScenarioException(Spot spot, String message) {
        super(spot + ": " + message);
    }

    ScenarioException(Spot spot, String message, Throwable cause) {
        super(spot + ": " + message, cause);
    }
}
