package squall.adversity.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import squall.adversity.run.SafetyGuards.ActiveFault;
import squall.adversity.run.SafetyGuards.AllowedHosts;
import squall.scenario.Phase.Consent;
import squall.scenario.ScenarioSetup;
import squall.spi.Cluster.Node;
import squall.spi.ClusterProvider.ControlServer;
import squall.spi.FaultProvider.Aim;

class SafetyGuardsTest {
    private static final List<Node> THREE = nodes("n1/a", "n2/b", "n3/c");
    private static final List<Node> NINE =
            nodes("n1/a", "n2/a", "n3/a", "n4/b", "n5/b", "n6/b", "n7/c", "n8/c", "n9/c");

    @Test
    void one_of_three_may_be_killed() {
        assertThat(refusal(THREE, affected("kill", "n1"))).isEmpty();
    }

    @Test
    void two_of_three_may_not() {
        assertThat(refusal(THREE, affected("kill", "n1", "n2")))
                .hasValue("with n1, n2 out of service, a majority of 3 replicas may be down, because no more than 1 can"
                        + " be spared; allowQuorumLoss: true on the phase allows it");
    }

    @Test
    void two_of_three_may_where_the_phase_allows_it() {
        assertThat(guards(ScenarioSetup.SafetyLimits.DEFAULT)
                        .refusal(THREE, List.of(), affected("kill", "n1", "n2"), Set.of(Consent.QUORUM_LOSS)))
                .isEmpty();
    }

    @Test
    void what_is_down_already_counts() {
        assertThat(guards(ScenarioSetup.SafetyLimits.DEFAULT)
                        .refusal(THREE, List.of(affected("kill", "n1")), affected("pause", "n2"), Set.of()))
                .isPresent();
    }

    @Test
    void a_slow_node_serves_and_does_not_count() {
        ActiveFault slow = new ActiveFault("f1", "latency", Aim.SERVING_NODES, pick("n1", "n2"));
        assertThat(refusal(THREE, slow)).isEmpty();
    }

    @Test
    void a_whole_zone_of_three_may_fail_where_replicas_lie_in_zones() {
        assertThat(refusal(NINE, new ActiveFault("f1", "kill", Aim.NODES, NINE.subList(0, 3))))
                .isEmpty();
    }

    @Test
    void two_nodes_of_two_zones_may_not() {
        assertThat(refusal(NINE, new ActiveFault("f1", "kill", Aim.NODES, List.of(NINE.get(0), NINE.get(8)))))
                .isPresent();
    }

    @Test
    void the_server_that_controls_all_nodes_must_be_on_an_allowed_host_too() {
        SafetyGuards guards = guards(ScenarioSetup.SafetyLimits.DEFAULT);
        assertThat(guards.refusal(new ControlServer("127.0.0.1", Map.of()))).isEmpty();
        assertThat(guards.refusal(new ControlServer("10.96.0.1", Map.of())))
                .hasValue("the server that controls the cluster is on 10.96.0.1, which is not among the hosts that"
                        + " faults may affect, [127.0.0.0/8, ::1/128]; extend them with safety.allowHosts in the"
                        + " scenario or --allow-host");
        assertThat(guards(ScenarioSetup.SafetyLimits.DEFAULT.allowing(List.of("10.96.0.0/16")))
                        .refusal(new ControlServer("10.96.0.1", Map.of())))
                .isEmpty();
    }

    @Test
    void one_kind_of_fault_is_not_injected_twice_into_a_node() {
        assertThat(guards(ScenarioSetup.SafetyLimits.DEFAULT)
                        .refusal(THREE, List.of(affected("pause", "n1")), affected("pause", "n1"), Set.of()))
                .hasValue(
                        "one of its nodes is already affected by pause (f1), which cannot be distinguished from pause");
    }

    @Test
    void a_node_that_holds_still_has_no_disk_to_stall() {
        assertThat(guards(ScenarioSetup.SafetyLimits.DEFAULT)
                        .refusal(THREE, List.of(affected("pause", "n1")), affected("diskStall", "n1"), Set.of()))
                .isPresent();
    }

    @Test
    void limits_hold_also_where_a_majority_would_be_left() {
        ScenarioSetup.SafetyLimits one = safety(List.of("127.0.0.0/8"), OptionalInt.of(1));
        assertThat(guards(one)
                        .refusal(
                                NINE,
                                List.of(),
                                new ActiveFault("f1", "kill", Aim.NODES, NINE.subList(0, 3)),
                                Set.of()))
                .hasValue("safety.maxFaultyNodes is 1, but this fault would make it 3");
    }

    @Test
    void a_host_that_is_not_allowed_is_refused() {
        List<Node> elsewhere = List.of(new Node("n1", "10.1.2.3", 5432, "a", "r"));
        assertThat(new AllowedHosts(List.of("127.0.0.0/8")).refusal(elsewhere))
                .hasValue("n1 is on 10.1.2.3, which is not among the hosts that faults may affect, [127.0.0.0/8];"
                        + " extend them with safety.allowHosts in the scenario or --allow-host");
        assertThat(new AllowedHosts(List.of("127.0.0.0/8", "10.1.2.0/25")).refusal(elsewhere))
                .isEmpty();
        assertThat(new AllowedHosts(List.of("10.1.2.128/25")).refusal(elsewhere))
                .isPresent();
    }

    @Test
    void networks_of_testbeds_are_allowed_to_testbeds_only() {
        List<Node> namespaced = List.of(new Node("n1", "198.18.3.1", 5432, "a", "r"));
        ActiveFault noop = new ActiveFault("f1", "noop", Aim.SERVING_NODES, namespaced);
        ScenarioSetup.SafetyLimits testbeds =
                ScenarioSetup.SafetyLimits.DEFAULT.allowing(List.of(ScenarioSetup.SafetyLimits.NAMESPACES));
        assertThat(guards(ScenarioSetup.SafetyLimits.DEFAULT).refusal(namespaced, List.of(), noop, Set.of()))
                .isPresent();
        assertThat(guards(testbeds).refusal(namespaced, List.of(), noop, Set.of()))
                .isEmpty();
    }

    @Test
    void addresses_of_both_kinds_are_told_apart() {
        List<Node> six = List.of(new Node("n1", "::1", 5432, "a", "r"));
        assertThat(new AllowedHosts(List.of("0.0.0.0/0")).refusal(six)).isPresent();
        assertThat(new AllowedHosts(List.of("::1")).refusal(six)).isEmpty();
    }

    private static Optional<String> refusal(List<Node> nodes, ActiveFault next) {
        return guards(ScenarioSetup.SafetyLimits.DEFAULT).refusal(nodes, List.of(), next, Set.of());
    }

    private static SafetyGuards guards(ScenarioSetup.SafetyLimits safety) {
        return new SafetyGuards(safety);
    }

    private static ScenarioSetup.SafetyLimits safety(List<String> hosts, OptionalInt nodes) {
        return new ScenarioSetup.SafetyLimits(
                hosts, nodes, OptionalInt.empty(), true, Duration.ofMinutes(2), Duration.ofSeconds(60));
    }

    private static ActiveFault affected(String fault, String... names) {
        return new ActiveFault("f1", fault, Aim.NODES, pick(names));
    }

    private static List<Node> pick(String... names) {
        return THREE.stream()
                .filter(node -> List.of(names).contains(node.name()))
                .toList();
    }

    private static List<Node> nodes(String... namesAndZones) {
        return Arrays.stream(namesAndZones)
                .map(text -> text.split("/", -1))
                .map(parts -> new Node(parts[0], "127.0.0.1", 5432, parts[1], "r"))
                .toList();
    }
}
