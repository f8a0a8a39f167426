package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import squall.scenario.Injection;
import squall.scenario.Injection.InjectionRepeat;
import squall.scenario.Phase;
import squall.scenario.Scenario;
import squall.scenario.yaml.ScenarioReader;
import squall.scenario.yaml.ScenarioSource;
import squall.scenario.yaml.ScenarioWriter;

class ScenarioFinderTest {
    private static final ScenarioFinder SCENARIOS = new ScenarioFinder(Map.of());

    @TempDir
    private Path folder;

    static List<String> names() {
        return SCENARIOS.names();
    }

    @Test
    void every_file_is_listed_once() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("scenarios"))) {
            assertThat(names())
                    .containsExactlyInAnyOrderElementsOf(
                            files.map(file -> file.getFileName().toString())
                                    .filter(file -> file.endsWith(".yaml"))
                                    .map(file -> file.replace(".yaml", ""))
                                    .toList());
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void a_shipped_scenario_bears_its_name_and_is_the_same_when_it_is_written(String name) throws IOException {
        for (String size : SCENARIOS.sizes(name)) {
            Scenario scenario = SCENARIOS.read(name, size);
            assertThat(scenario.name()).isEqualTo(name);
            assertThat(scenario.description()).isNotEmpty();
            assertThat(reread(scenario)).isEqualTo(scenario);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void each_has_a_size_for_a_few_minutes(String name) throws IOException {
        assertThat(SCENARIOS.sizes(name)).startsWith("full", "dev");
    }

    @ParameterizedTest
    @MethodSource("names")
    void repeated_faults_of_a_shipped_scenario_wait_until_the_system_is_back(String name) throws IOException {
        for (String size : SCENARIOS.sizes(name)) {
            assertThat(SCENARIOS.read(name, size).phases().stream()
                            .filter(Phase.Disturbed.class::isInstance)
                            .flatMap(phase -> ((Phase.Disturbed) phase).injections().stream())
                            .map(Injection::repeat)
                            .filter(repeat -> repeat.times() > 1))
                    .allSatisfy(repeat -> assertThat(repeat.after()).isEqualTo(InjectionRepeat.GapStart.RECOVERY));
        }
    }

    @Test
    void the_laptop_has_all_seven_phases_in_both_sizes() throws IOException {
        for (String size : List.of("full", "dev")) {
            assertThat(SCENARIOS
                            .read("performance-under-adversity-laptop", size)
                            .phases())
                    .extracting(Phase::name)
                    .containsExactly(
                            "baseline",
                            "control",
                            "changefeed",
                            "backup",
                            "index",
                            "schema-change",
                            "rolling-upgrade",
                            "disk-stalls",
                            "partition-partial",
                            "partition-full",
                            "random-restarts",
                            "zone-outage",
                            "region-outage",
                            "cooldown");
        }
    }

    @Test
    void a_file_extends_its_neighbour_or_one_that_is_shipped() throws IOException {
        Files.writeString(
                folder.resolve("mine.yaml"), "apiVersion: squall/v1\nextends: kill\nname: mine\nseed: ${SEED:-7}\n");
        Path file =
                Files.writeString(folder.resolve("yours.yaml"), "apiVersion: squall/v1\nextends: mine\nname: yours\n");
        Scenario yours = SCENARIOS.read(file.toString(), ScenarioReader.FULL);
        assertThat(yours.rules().seed()).isEqualTo(7);
        assertThat(yours.phases())
                .isEqualTo(SCENARIOS.read("kill", ScenarioReader.FULL).phases());
    }

    @Test
    void the_scenario_of_the_page_can_be_meant_in_each_size() throws IOException {
        String page = Files.readString(Path.of("../docs/scenarios.md"));
        String text = page.substring(page.indexOf("```yaml\n") + 8, page.indexOf("```\n\nAn invalid scenario"));
        Path file = Files.writeString(folder.resolve("page.yaml"), text);
        assertThat(SCENARIOS.sizes(file.toString())).startsWith("full", "dev");
        for (String size : List.of("full", "dev")) {
            assertThat(SCENARIOS.read(file.toString(), size).name()).isEqualTo("my-crash");
        }
    }

    @Test
    void what_is_not_there_is_told_with_what_is_near() {
        assertThatThrownBy(() -> SCENARIOS.read("kil", "full"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "there is no scenario 'kil'; did you mean 'kill'? 'adversity list' shows all; a file needs its"
                                + " path");
        assertThatThrownBy(() -> SCENARIOS.read("./kill.yaml", "full"))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "there is no scenario file ./kill.yaml; only a name without slash and dot is looked up among the included"
                                + " scenarios");
    }

    @Test
    void an_unknown_fault_in_a_file_has_its_file_and_line() throws IOException {
        Path file = Files.writeString(folder.resolve("mine.yaml"), """
                        apiVersion: squall/v1
                        extends: kill
                        name: mine
                        phases:
                          - baseline: {duration: 60s}
                          - name: crash
                            fault: {kil: {signal: KILL}}
                            target: {pick: one}
                            hold: 20s
                        """);
        assertThatThrownBy(() -> SCENARIOS.read(file.toString(), "full"))
                .hasMessage(file + ":7: phases[1].fault: unknown fault 'kil'; did you mean 'kill'?");
    }

    @Test
    void a_size_that_is_not_there_blames_no_line() {
        assertThatThrownBy(() -> SCENARIOS.read("kill", "tiny"))
                .hasMessage("this scenario has no size 'tiny' (known: full, dev)");
    }

    private static Scenario reread(Scenario scenario) {
        return ScenarioReader.readAlone(new ScenarioSource("written", ScenarioWriter.text(scenario)));
    }
}
