package squall.scenario.yaml;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.scenario.yaml.Texts.PHASES;
import static squall.scenario.yaml.Texts.START;
import static squall.scenario.yaml.Texts.read;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each mistake is told with file, line, key, what was found and what is wanted, without a list of names before the one that was meant. */
class MistakesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "hold: 10s          | hold: 10s, repat: {times: 2} | x.yaml:7: phases[1]: unknown key 'repat'; did you mean 'repeat'?",
                "hold: 10s          | hold: 10 parsecs            | x.yaml:7: phases[1].hold must be a duration such as 250ms,"
                        + " 30s, 5m or 2h, untilDone or untilRunEnd, not '10 parsecs'",
                "hold: 10s          | hold: 10s, hold: 20s        | x.yaml:7: key 'hold' is a duplicate; it first occurs in line 7",
                "hold: 10s          | hold: untilDone             | x.yaml:7: phases[1]: key 'max' is missing",
                "hold: 10s          | hold: 10s, max: 1m          | x.yaml:7: phases[1].max must be absent where hold is a"
                        + " duration, not '1m'",
                "hold: 10s          | hold: 1s, minHold: 5s       | x.yaml:7: phases[1]: hold of 1s is shorter than minHold 5s; a"
                        + " shorter hold changes the experiment",
                "hold: 10s          | hold: 0s                    | x.yaml:7: phases[1]: hold must be whole milliseconds, at"
                        + " least 1, not 0s",
                "hold: 10s          | hold: '${NOTHING}'          | x.yaml:7: environment variable NOTHING is not set; set it, or write"
                        + " ${NOTHING:-default}",
                "pick: one          | pick: on                    | x.yaml:7: phases[1].target.pick: unknown value 'on';"
                        + " did you mean 'one'?",
                "pick: one          | pick: third                 | x.yaml:7: phases[1].target.pick: unknown value 'third'"
                        + " (known: one, minority, minority-third, majority, all)",
                "{pick: one}        | {zone: {pick: majority}}    | x.yaml:7: phases[1].target.zone must be a name or {pick:"
                        + " one}, not a map",
                "{pick: one}        | {zone: a, region: b}        | x.yaml:7: phases[1].target must be one of {pick: …}, {zone:"
                        + " …}, {region: …} and {role: …}, not a map",
                "{kill: {signal: KILL}} | {kill: {}, pause: {}}   | x.yaml:7: phases[1].fault must be one kind with its options,"
                        + " such as {pause: {}}, not a map",
                "{kill: {signal: KILL}} | {kill: {signal: {}}}    | x.yaml:7: phases[1].fault.kill.signal must be text, not a map",
                "name: crash        | name: a crash               | x.yaml:7: phases[1]: name must be letters, digits, '.', '_'"
                        + " and '-', not a crash",
                "name: crash        | name: baseline              | x.yaml:7: phases[1]: duplicate phase name 'baseline';"
                        + " give each phase a unique name",
                "fault:             | serial: [], fault:          | x.yaml:7: phases[1] must be a phase with one of [fault,"
                        + " serial, parallel, cascade], or one of [fill, baseline, control, cooldown], not a map",
                "duration: 60s      | duration: 1500ms            | x.yaml:6: phases[0].baseline: baseline.duration must be whole"
                        + " seconds, at least 1, not 1500ms",
                "duration: 60s      | duration: 60s, drift: 5     | x.yaml:6: phases[0].baseline: baseline.drift must be above 0"
                        + " and at most 1, not 5.0",
                "- baseline: {duration: 60s} | - cooldown: {name: c, duration: 6s} | x.yaml:7: phases[1] 'crash': it is measured"
                        + " against a baseline, so a baseline phase must come before it",
                "hold: 10s          | hold: 10s, expect: {maxUnavailable: 5s}   | x.yaml:7: phases[1].expect.maxUnavailable:"
                        + " it is not measured; add probes.lanes",
                "hold: 10s          | hold: 10s, expect: {availability: '<= 1'} | x.yaml:7: phases[1].expect.availability:"
                        + " expect.availability must be a number in [0, 1] such as '>= 0.95', not '<= 1'",
                "hold: 10s          | hold: 10s, expect: {p98: 1s}              | x.yaml:7: phases[1].expect: unknown key 'p98';"
                        + " did you mean 'p99'?",
            })
    void in_a_phase(String right, String wrong, String message) {
        assertThatThrownBy(() -> read(START + PHASES.replace(right, wrong)))
                .isInstanceOf(ScenarioException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "squall/v1 | squall/v2 | x.yaml:1: apiVersion must be 'squall/v1', not 'squall/v2'",
                "seed: 42  | sede: 42  | x.yaml:3: unknown key 'sede'; did you mean 'seed'?",
                "seed: 42  | sapling: 42 | x.yaml:3: unknown key 'sapling' (known: apiVersion, extends, name, description, seed,"
                        + " timeScale, repetitions, cluster and 9 more)",
                "seed: 42  | seed: x   | x.yaml:3: seed must be a whole number, not 'x'",
                "seed: 42  | seed: 9223372036854775808 | x.yaml:3: seed must be from -9223372036854775808 to"
                        + " 9223372036854775807, not '9223372036854775808'",
                "400/s     | 400       | x.yaml:4: load.rate.fixed must be a rate such as 400/s, not '400'",
                "400/s     | 0/s       | x.yaml:4: load.rate: load.rate.fixed must be a rate above 0, not 0.0",
                "{fixed: 400/s} | fast | x.yaml:4: load.rate must be {fixed: 400/s}, {ratioOfMax: 0.5}, thinkTimes or closed, not 'fast'",
                "{fixed: 400/s} | closed, clientPolicy: {timeout: 1s} | x.yaml:4: load: load.rate must be {fixed: 400/s} or {ratioOfMax: 0.5}"
                        + " with load.clientPolicy, whose retries come in addition to new requests, not Closed",
                "{fixed: 400/s} | {fixed: 400/s}, clientPolicy: {retries: 2} | x.yaml:4: load.clientPolicy: key 'timeout' is missing",
                "{fixed: 400/s} | {fixed: 400/s}, clientPolicy: {timeout: 0s} | x.yaml:4: load: load.clientPolicy.timeout must be whole"
                        + " milliseconds, at least 1, not 0s",
                "{fixed: 400/s} | {fixed: 400/s}, clientPolicy: {timeout: 1s, retryBudget: 2} | x.yaml:4: load:"
                        + " load.clientPolicy.retryBudget must be a number in (0, 1], not 2.0",
                "{fixed: 400/s} | {fixed: 400/s}, clientPolicy: {timeout: 1s, hedge: {after: 1s}} | x.yaml:4: load:"
                        + " load.clientPolicy.hedge.after must be shorter than load.clientPolicy.timeout, not 1s",
                "{fixed: 400/s} | {ratioOfMax: 0.5} | x.yaml:4: load.rate.ratioOfMax: the first phase must be fill, which"
                        + " measures the maximum",
            })
    void at_the_top(String right, String wrong, String message) {
        assertThatThrownBy(() -> read(START.replace(right, wrong) + PHASES))
                .isInstanceOf(ScenarioException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "expect: serializible | x.yaml:5: probes.isolation.expect: unknown value 'serializible'; did you mean"
                        + " 'serializable'?",
                "allow: lost-write    | x.yaml:5: probes.isolation.allow must be a list, not 'lost-write'",
                "allow: [lost-writes] | x.yaml:5: probes.isolation.allow[0]: unknown value 'lost-writes'; did you mean"
                        + " 'lost-write'?",
            })
    void in_what_is_expected_of_isolation(String option, String message) {
        assertThatThrownBy(() -> read(START + "probes: {isolation: {rate: 60/s, " + option + "}}\n" + PHASES))
                .isInstanceOf(ScenarioException.class)
                .hasMessage(message);
    }

    @Test
    void a_level_of_accord_whose_transactions_have_but_one_is_refused() {
        assertThatThrownBy(() ->
                        read(START + "probes: {accord: true, isolation: {rate: 60/s, level: serializable}}\n" + PHASES))
                .isInstanceOf(ScenarioException.class)
                .hasMessageEndingWith(
                        "probes.isolation.level must be left out: all transactions of Accord are strict serializable");
    }

    @Test
    void a_hold_without_a_unit_is_refused_with_the_cure() {
        assertThatThrownBy(() -> read(START + PHASES.replace("hold: 10s", "hold: 10")))
                .hasMessageEndingWith(
                        "hold must be a duration such as 250ms, 30s, 5m or 2h, untilDone or untilRunEnd, not '10'; a number"
                                + " needs its unit: 10s for seconds");
    }

    @Test
    void a_rule_that_must_hold_longer_than_recovery_is_watched() {
        assertThatThrownBy(() -> read(START + "windows: {recoveryMax: 5s}\n" + PHASES))
                .hasMessage(
                        "x.yaml:1: recovery.held must be at most windows.recoveryMax, 5s, not 10s: otherwise recovery"
                                + " could never be observed");
        assertThatThrownBy(() -> read(START + "windows: {recoveryMax: 30s}\nrecovery: {preset: strict}\n" + PHASES))
                .hasMessage(
                        "x.yaml:6: recovery.held must be at most windows.recoveryMax, 30s, not 1m: otherwise recovery could never be observed");
    }

    @Test
    void text_that_is_no_yaml() {
        assertThatThrownBy(() -> read("name: [a\nseed: 1"))
                .isInstanceOf(ScenarioException.class)
                .hasMessageStartingWith("x.yaml:2: invalid YAML: ");
    }

    @Test
    void a_scale_that_makes_another_experiment() {
        String text = START + "timeScale: 0.1\n" + PHASES.replace("hold: 10s", "hold: 10s, minHold: 5s");
        assertThatThrownBy(() -> read(text))
                .hasMessage(
                        "x.yaml:5: timeScale: hold of 1s is shorter than minHold 5s; a shorter hold changes the experiment");
    }

    @Test
    void an_unknown_name() {
        ScenarioSource extending = Texts.source("apiVersion: squall/v1\nextends: crahs");
        assertThatThrownBy(() -> Texts.reader(Map.of("crash", START + PHASES)).read(extending, "full"))
                .hasMessage("x.yaml:2: extends: there is no scenario 'crahs'; did you mean 'crash'?");
        ScenarioSource full = Texts.source(START + PHASES + "sizes: {dev: {timeScale: 0.5}}");
        assertThatThrownBy(() -> Texts.reader(Map.of()).read(full, "dve"))
                .hasMessage("this scenario has no size 'dve'; did you mean 'dev'?");
        ScenarioSource changing = Texts.source("apiVersion: squall/v1\nextends: crash\nphases: {crush: {hold: 1s}}");
        assertThatThrownBy(() -> Texts.reader(Map.of("crash", START + PHASES)).read(changing, "full"))
                .hasMessage(
                        "x.yaml:3: there is no phase 'crush' to change, there are [baseline, crash, cooldown]; did you mean 'crash'?");
    }

    @Test
    void scenarios_that_extend_each_other() {
        String a = "apiVersion: squall/v1\nextends: b\n";
        ScenarioReader reader = Texts.reader(Map.of("a", a, "b", "apiVersion: squall/v1\nextends: a\n"));
        assertThatThrownBy(() -> reader.read(new ScenarioSource("a.yaml", a), "full"))
                .hasMessage("a.yaml:2: extends: 'b' would extend itself");
    }
}
