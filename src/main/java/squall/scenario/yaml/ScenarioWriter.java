package squall.scenario.yaml;

import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import squall.scenario.RecoveryRule;
import squall.scenario.Rules;
import squall.scenario.Scenario;
import squall.scenario.Windows;

/** Scenarios as text that {@link ScenarioReader} reads as the same, with everything in it that was inherited, scaled or assumed. */
public final class ScenarioWriter {
    private static final DumpSettings SETTINGS =
            DumpSettings.builder().setWidth(120).build();

    private ScenarioWriter() {}

    public static String text(Scenario scenario) {
        Fields document = new Fields()
                .with("apiVersion", ScenarioReader.VERSION)
                .with("name", scenario.name())
                .with("description", scenario.description())
                .and(rules(scenario.rules()))
                .and(SettingWriter.fields(scenario.setting()))
                .with("expect", ExpectWriter.fields(scenario.expect()))
                .with(
                        "phases",
                        scenario.phases().stream()
                                .map(phase -> PhaseWriter.fields(phase).map())
                                .toList());
        return new Dump(SETTINGS).dumpToString(document.map());
    }

    private static Fields rules(Rules rules) {
        return new Fields()
                .with("seed", rules.seed())
                .with("repetitions", rules.repetitions())
                .with("windows", windows(rules.windows()))
                .with("recovery", recovery(rules.recovery()));
    }

    private static Fields windows(Windows windows) {
        return new Fields()
                .with("settle", windows.settle())
                .with("baseline", windows.baseline())
                .with("recoveryMax", windows.recoveryMax());
    }

    private static Fields recovery(RecoveryRule rule) {
        return switch (rule) {
            case RecoveryRule.Strict strict -> new Fields().with("preset", "strict");
            case RecoveryRule.Throughput95 throughput -> new Fields().with("preset", "throughput-95");
            case RecoveryRule.Given given ->
                new Fields()
                        .with("window", given.window())
                        .with("held", given.held())
                        .withNumber("share", given.share())
                        .withNumber("latencyFactor", given.latencyFactor())
                        .with("latencyFloor", given.latencyFloor());
        };
    }
}
