package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.cli.Surroundings;

class DryRunTest {
    private static final String SCENARIO = """
            apiVersion: squall/v1
            name: two
            seed: 7
            load: {engine: {ycsb: {workload: workloada}}, rate: {fixed: 100/s}}
            safety: {grace: 10s}
            phases:
              - baseline: {duration: 60s}
              - {name: crash, fault: {kill: {signal: TERM}}, target: {role: primary}, hold: 20s}
              - {name: stall, fault: pause, target: {pick: one}, hold: 5s, repeat: {times: 2, gap: 1s}}
            """;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeEach
    void write() throws Exception {
        Files.writeString(folder.resolve("two.yaml"), SCENARIO);
    }

    @Test
    void a_plan_tells_every_step_and_every_timer() throws Exception {
        assertThat(plan(SCENARIO)).isZero();
        assertThat(printed.toString(StandardCharsets.UTF_8).lines().limit(8))
                .containsExactly(
                        "scenario two, seed 7, on paper: n1 (zone a), n2 (zone b), n3 (zone c)",
                        "phase 1 baseline: undisturbed, 1m",
                        "phase 2 crash: 1 faults, serial",
                        "  f1 kill {signal=TERM} of n1 (zone a, primary), held for 20s",
                        "    inject: SIGTERM to every process of n1",
                        "    verify: n1 without process",
                        "    heal: start n1, wait until clients are taken",
                        "    sentinel: heals 30s after arming, or when the process of the run is gone");
    }

    @Test
    void the_same_seed_gives_the_same_plan() throws Exception {
        plan(SCENARIO);
        String first = printed.toString(StandardCharsets.UTF_8);
        printed.reset();
        plan(SCENARIO);
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo(first);
    }

    @Test
    void another_seed_chooses_others() throws Exception {
        List<String> plans = Stream.of("1", "2", "3", "4", "5")
                .map(seed -> {
                    printed.reset();
                    assertThat(execute("plan", folder.resolve("two.yaml").toString(), "--seed", seed))
                            .isZero();
                    return printed.toString(StandardCharsets.UTF_8)
                            .lines()
                            .skip(1)
                            .toList()
                            .toString();
                })
                .distinct()
                .toList();
        assertThat(plans).hasSizeGreaterThan(1);
    }

    @Test
    void what_a_guard_forbids_is_seen_in_the_plan() throws Exception {
        assertThat(plan(SCENARIO.replace("{role: primary}", "{pick: majority}")))
                .isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("    forbidden: with n");
    }

    @Test
    void an_option_that_a_fault_does_not_have_is_a_mistake() throws Exception {
        assertThat(plan(SCENARIO.replace("signal: TERM", "signal: HUP"))).isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo("""
                        error: kill: option 'signal' must be KILL or TERM, not 'HUP'
                        exit 2: usage or configuration error
                        """);
    }

    @Test
    void a_fault_that_there_is_not_is_a_mistake_with_a_hint() throws Exception {
        assertThat(plan(SCENARIO.replace("fault: pause", "fault: pauze"))).isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("unknown fault 'pauze'")
                .contains("did you mean 'pause'?");
    }

    @Test
    void everything_there_is_is_listed() {
        assertThat(execute("list")).isZero();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains(
                        "scenarios", "control", "faults", "rollingRestart", "loads", "ycsb", "clusters", "postgres-ha");
    }

    private int plan(String scenario) throws Exception {
        Files.writeString(folder.resolve("two.yaml"), scenario);
        return execute("plan", folder.resolve("two.yaml").toString());
    }

    private int execute(String... words) {
        var stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return AdversityCommand.execute(
                List.of(words),
                new Surroundings(InputStream.nullInputStream(), stream, stream, Map.of(), Optional.empty(), folder));
    }
}
