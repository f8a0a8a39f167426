package squall.scenario.yaml;

import java.util.List;
import squall.scenario.RecoveryRule;
import squall.scenario.Rules;
import squall.scenario.Windows;
import squall.spi.Nearest;

/** How a scenario is measured. */
final class RulesReader {
    private static final List<String> RECOVERY =
            List.of("preset", "window", "held", "share", "latencyFactor", "latencyFloor");

    private RulesReader() {}

    static Rules rules(Section document) {
        long seed = document.need("seed").seed();
        int repetitions = document.find("repetitions").map(Value::whole).orElse(1);
        Windows windows = document.find("windows").map(RulesReader::windows).orElse(Windows.DEFAULT);
        RecoveryRule recovery =
                document.find("recovery").map(RulesReader::recovery).orElse(RecoveryRule.DEFAULT);
        return new Rules(seed, repetitions, windows, recovery);
    }

    private static Windows windows(Value value) {
        Section section = value.section(List.of("settle", "baseline", "recoveryMax"));
        Windows standard = Windows.DEFAULT;
        return value.make(() -> new Windows(
                section.duration("settle", standard.settle()),
                section.duration("baseline", standard.baseline()),
                section.duration("recoveryMax", standard.recoveryMax())));
    }

    private static RecoveryRule recovery(Value value) {
        Section section = value.section(RECOVERY);
        if (!section.names().contains("preset")) {
            return value.make(() -> new RecoveryRule.Given(
                    section.need("window").duration(),
                    section.need("held").duration(),
                    section.need("share").decimal(),
                    section.need("latencyFactor").decimal(),
                    section.need("latencyFloor").duration()));
        }
        if (section.names().size() > 1) {
            throw value.wrong("either a preset or values of its own");
        }
        Value preset = section.need("preset");
        List<String> names = RecoveryRule.PRESETS.keySet().stream().sorted().toList();
        return RecoveryRule.preset(preset.text())
                .orElseThrow(() -> preset.wrong("one of " + names, Nearest.hint(preset.text(), names)));
    }
}
