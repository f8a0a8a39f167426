package squall.scenario.yaml;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static squall.scenario.yaml.Texts.EVERYTHING;
import static squall.scenario.yaml.Texts.PHASES;
import static squall.scenario.yaml.Texts.START;
import static squall.scenario.yaml.Texts.read;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.scenario.Injection;
import squall.scenario.Injection.InjectionRepeat;
import squall.scenario.Phase;
import squall.scenario.ProviderSpec;
import squall.scenario.RecoverySpec;
import squall.scenario.Scenario;
import squall.scenario.expect.Expectations;
import squall.scenario.target.Selector;

class ScenarioReaderTest {
    @Test
    void a_file_says_what_is_done_to_whom_and_for_how_long() {
        assertThat(read(START + PHASES).phases())
                .containsExactly(
                        new Phase.Baseline("baseline", ofSeconds(60)),
                        crash(ofSeconds(10)),
                        new Phase.Cooldown("cooldown", ofSeconds(10)));
    }

    @Test
    void what_is_written_is_read_as_the_same() {
        Scenario scenario = read(EVERYTHING);
        assertThat(read(ScenarioWriter.text(scenario))).isEqualTo(scenario);
    }

    @Test
    void probes_in_accords_transactions_are_written_as_they_were_read() {
        Scenario scenario = read(START + "probes: {accord: true, isolation: {rate: 5/s}}\n" + PHASES);
        assertThat(scenario.setting().probes().accord()).isTrue();
        assertThat(read(ScenarioWriter.text(scenario))).isEqualTo(scenario);
    }

    @Test
    void what_was_written_once_is_written_again_letter_by_letter() {
        String written = ScenarioWriter.text(read(EVERYTHING));
        assertThat(ScenarioWriter.text(read(written))).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, Long.MAX_VALUE})
    void every_seed_that_the_command_takes_is_read_again_from_what_a_run_recorded(long seed) {
        Scenario everything = read(EVERYTHING);
        Scenario scenario = everything.with(everything.rules().withSeed(seed));
        assertThat(read(ScenarioWriter.text(scenario))).isEqualTo(scenario);
    }

    @Test
    void a_recovery_rule_needs_only_its_window_and_how_long_it_holds() {
        assertThat(read(START + "recovery: {window: 1s, held: 4s}\n" + PHASES)
                        .rules()
                        .recovery())
                .isEqualTo(new RecoverySpec.Given(ofSeconds(1), ofSeconds(4), 0.95, 1.5, Duration.ofMillis(10)));
    }

    @Test
    void what_a_phase_expects_goes_before_the_defaults() {
        Scenario scenario = read(START + "probes: {lanes: {rate: 5/s}}\n"
                + "defaults: {expect: {maxUnavailable: 15s, availability: 0.9}}\n"
                + PHASES.replace("hold: 10s", "hold: 10s, expect: {maxUnavailable: 3s}"));
        assertThat(scenario.phases().get(1).expect().each())
                .extracting(expectation -> expectation.measure().key() + " " + expectation.text())
                .containsExactly("maxUnavailable <= 3s", "availability >= 0.9");
    }

    @Test
    void a_baseline_may_drift_as_far_as_its_scenario_permits() {
        Scenario scenario = read(START + PHASES.replace("duration: 60s", "duration: 60s, drift: 0.3"));
        assertThat(scenario.phases()).first().isEqualTo(new Phase.Baseline("baseline", ofSeconds(60), 0.3));
        assertThat(read(ScenarioWriter.text(scenario))).isEqualTo(scenario);
    }

    @Test
    void the_environment_fills_in_or_the_default_does() {
        String text = START
                + PHASES.replace("hold: 10s", "hold: '${HOLD}'").replace("duration: 60s", "duration: '${LONG:-5s}'");
        assertThat(read(text).phases()).startsWith(new Phase.Baseline("baseline", ofSeconds(5)), crash(ofSeconds(7)));
    }

    @Test
    void who_extends_another_says_what_differs() {
        String more = """
                apiVersion: squall/v1
                extends: crash
                name: longer
                load: {sessions: 3}
                phases:
                  crash: {hold: 20s}
                  baseline: {duration: 90s}
                  cooldown:
                """;
        Scenario longer = extending(more, "crash", START + PHASES);
        Scenario crash = read(START + PHASES);
        assertThat(longer.name()).isEqualTo("longer");
        assertThat(longer.setting().load().engine())
                .isEqualTo(crash.setting().load().engine());
        assertThat(longer.setting().load().sessions()).hasValue(3);
        assertThat(longer.phases())
                .containsExactly(new Phase.Baseline("baseline", ofSeconds(90)), crash(ofSeconds(20)));
    }

    @Test
    void a_list_of_phases_replaces_that_of_the_other() {
        String more = "apiVersion: squall/v1\nextends: crash\nphases: [{baseline: {duration: 5s}}]";
        assertThat(extending(more, "crash", START + PHASES).phases())
                .containsExactly(new Phase.Baseline("baseline", ofSeconds(5)));
    }

    @Test
    void a_fault_of_another_kind_inherits_nothing_of_the_one_it_replaces() {
        String more = "apiVersion: squall/v1\nextends: crash\nphases: {crash: {fault: {pause: {}}, hold: 1s}}";
        Phase.Disturbed phase = (Phase.Disturbed)
                extending(more, "crash", START + PHASES).phases().get(1);
        assertThat(phase.injections().getFirst().fault()).isEqualTo(ProviderSpec.of("pause"));
    }

    @Test
    void a_size_is_the_same_scenario_with_differences() {
        String text = START + PHASES + "sizes: {dev: {timeScale: 0.2, phases: {baseline: {duration: 20s}}}}";
        ScenarioReader reader = Texts.reader(Map.of());
        assertThat(reader.sizes(Texts.source(text))).containsExactly("full", "dev");
        assertThat(reader.read(Texts.source(text), "full")).isEqualTo(read(START + PHASES));
        assertThat(reader.read(Texts.source(text), "dev").phases())
                .startsWith(new Phase.Baseline("baseline", ofSeconds(20)), crash(ofSeconds(2)));
    }

    private static Phase crash(Duration hold) {
        return new Phase.Disturbed(
                "crash",
                Phase.Order.SERIAL,
                List.of(new Injection(
                        new ProviderSpec("kill", Map.of("signal", "KILL")),
                        Optional.empty(),
                        new Selector.Drawn(Selector.Portion.ONE),
                        new Injection.HoldTime.For(hold, ZERO),
                        InjectionRepeat.ONCE)),
                Set.of(),
                Expectations.NONE);
    }

    private static Scenario extending(String text, String name, String base) {
        return Texts.reader(Map.of(name, base)).read(Texts.source(text), ScenarioReader.FULL);
    }
}
