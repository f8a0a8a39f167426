package squall.scenario.yaml;

/** A scenario as it was found. @param file for messages */
public record Source(String file, String text) {}
