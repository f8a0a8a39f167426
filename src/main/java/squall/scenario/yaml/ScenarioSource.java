package squall.scenario.yaml;

/** A scenario as it was found. @param file for messages */
public record ScenarioSource(String file, String text) {}
