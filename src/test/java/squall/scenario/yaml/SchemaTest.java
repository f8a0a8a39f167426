package squall.scenario.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.scenario.yaml.Texts.PHASES;
import static squall.scenario.yaml.Texts.START;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.check.isolation.Anomaly;
import squall.check.isolation.ConsistencyModel;
import squall.scenario.Injection.InjectionRepeat.GapStart;
import squall.scenario.ProbeSettings.Register.RegisterMode;
import squall.scenario.RecoverySpec;
import squall.scenario.target.Selector;
import squall.scenario.yaml.ScenarioWriter.EnumNames;

/** Test that the schema tells editors of exactly the keys that the reader reads: no key more, none less. */
class SchemaTest {
    private static final Pattern KNOWN = Pattern.compile("unknown key 'zzz' \\(known: (.*?)(?: and (\\d+) more)?\\)");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "                          | zzz: 1",
                "/$defs/size               | sizes: {dev: {zzz: 1}}",
                "/$defs/cluster            | cluster: {zzz: 1}",
                "/$defs/nodes              | cluster: {nodes: [{zzz: 1}]}",
                "/$defs/load               | load: {zzz: 1}",
                "/$defs/load/properties/rate/anyOf/1 | load: {rate: {zzz: 1}}",
                "/$defs/clientPolicy       | load: {clientPolicy: {zzz: 1}}",
                "/$defs/clientPolicy/properties/circuitBreaker | load: {clientPolicy: {timeout: 1s, circuitBreaker: {zzz: 1}}}",
                "/$defs/clientPolicy/properties/hedge | load: {clientPolicy: {timeout: 1s, hedge: {zzz: 1}}}",
                "/$defs/probes             | probes: {zzz: 1}",
                "/$defs/probes/properties/lanes      | probes: {lanes: {zzz: 1}}",
                "/$defs/probes/properties/ledger     | probes: {ledger: {zzz: 1}}",
                "/$defs/probes/properties/register   | probes: {register: {zzz: 1}}",
                "/$defs/probes/properties/bank       | probes: {bank: {zzz: 1}}",
                "/$defs/probes/properties/counter    | probes: {counter: {zzz: 1}}",
                "/$defs/probes/properties/isolation  | probes: {isolation: {zzz: 1}}",
                "/$defs/safety             | safety: {zzz: 1}",
                "/$defs/windows            | windows: {zzz: 1}",
                "/$defs/recovery           | recovery: {zzz: 1}",
                "/$defs/defaults           | defaults: {zzz: 1}",
                "/$defs/expect             | expect: {zzz: 1}",
                "/$defs/expect/properties/impact     | expect: {impact: {zzz: 1}}",
                "/$defs/target/anyOf/2     | phases: {crash: {target: {zzz: 1}}}",
                "/$defs/area/anyOf/1       | phases: {crash: {target: {pick: one, from: {zone: {zzz: 1}}}}}",
                "/$defs/repeat             | phases: {crash: {repeat: {zzz: 1}}}",
                "/$defs/repeat/properties/gap/anyOf/1 | phases: {crash: {repeat: {times: 1, gap: {zzz: 1}}}}",
                "/$defs/injection          | phases: [{name: x, serial: [{zzz: 1}]}]",
                "/$defs/baseline           | phases: {baseline: {zzz: 1}}",
                "/$defs/fields             | phases: [{cooldown: {zzz: 1}}]",
                "/$defs/control            | phases: [{control: {zzz: 1}}]",
                "/$defs/phase              | phases: {crash: {zzz: 1}}"
            })
    void each_key_is_read_and_each_that_is_read_is_told(String place, String text) throws IOException {
        List<String> keys = new ArrayList<>();
        schema(Objects.requireNonNullElse(place, ""))
                .get("properties")
                .fieldNames()
                .forEachRemaining(keys::add);
        Matcher known = KNOWN.matcher(complaint(text));
        assertThat(known.find()).isTrue();
        List<String> first = List.of(known.group(1).split(", "));
        int more = known.group(2) == null ? 0 : Integer.parseInt(known.group(2));

        // As many as the reader knows, and each of them known to it: the same.
        assertThat(keys)
                .hasSize(first.size() + more)
                .containsAll(first)
                .allSatisfy(key ->
                        assertThat(complaint(text.replace("zzz", key))).doesNotContain("unknown key '" + key + "'"));
    }

    @Test
    void each_word_is_told() throws IOException {
        assertThat(words("/$defs/target/anyOf/2/properties/pick"))
                .containsExactlyElementsOf(Arrays.stream(Selector.Portion.values())
                        .map(Selector.Portion::key)
                        .toList());
        assertThat(words("/$defs/probes/properties/register/properties/mode"))
                .containsExactlyElementsOf(
                        Arrays.stream(RegisterMode.values()).map(EnumNames::of).toList());
        assertThat(words("/$defs/probes/properties/isolation/properties/expect"))
                .containsExactlyElementsOf(Arrays.stream(ConsistencyModel.values())
                        .map(EnumNames::of)
                        .toList());
        assertThat(words("/$defs/probes/properties/isolation/properties/allow/items"))
                .containsExactlyElementsOf(
                        Arrays.stream(Anomaly.values()).map(EnumNames::of).toList());
        assertThat(words("/$defs/repeat/properties/after"))
                .containsExactlyElementsOf(
                        Arrays.stream(GapStart.values()).map(GapStart::word).toList());
        assertThat(words("/$defs/recovery/properties/preset"))
                .containsExactlyInAnyOrderElementsOf(RecoverySpec.PRESETS.keySet());
        List<String> fixed = new ArrayList<>();
        schema("/$defs/fixedPhase/properties").fieldNames().forEachRemaining(fixed::add);
        assertThat(fixed).isEqualTo(PhaseReader.FIXED);
    }

    /** Returns what the reader says against a scenario with this text; empty if nothing. */
    private static String complaint(String text) {
        ScenarioReader reader = Texts.reader(Map.of("base", START + PHASES));
        ScenarioSource source = Texts.source("apiVersion: squall/v1\nextends: base\nname: more\n" + text);
        String size = text.startsWith("sizes") ? "dev" : ScenarioReader.FULL;
        try {
            reader.read(source, size);
            return "";
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static List<String> words(String place) throws IOException {
        List<String> words = new ArrayList<>();
        schema(place).get("enum").forEach(word -> words.add(word.asText()));
        return words;
    }

    private static JsonNode schema(String place) throws IOException {
        try (InputStream in = SchemaTest.class.getResourceAsStream("/squall/scenario/scenario.schema.json")) {
            return new ObjectMapper().readTree(in).at(place);
        }
    }
}
