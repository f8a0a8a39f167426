package squall.scenario.yaml;

/** Source text of a scenario. @param file for messages */
public record ScenarioSource(String file, String text) {}
