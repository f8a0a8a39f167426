package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.adversity.cli.Bed.Ended;
import squall.testbed.ha.HaCluster;
import squall.testbed.net.NetworkNamespaces;
import squall.testbed.net.Subnet;

/** Test of a fault on a link that something else impairs already: the effects of both would be observed. */
@Tag("server")
@Tag("extended")
class ImpairedLinkServerTest {
    @RegisterExtension
    static final Bed BED = Bed.withoutCluster();

    @Test
    void it_is_refused_with_what_removes_the_other_and_the_run_is_invalid() throws Exception {
        Optional<String> refusal = NetworkNamespaces.refusal();
        refusal.ifPresent(why -> System.err.println("SKIPPED: a fault on an impaired link: " + why));
        assumeTrue(refusal.isEmpty(), () -> refusal.orElse(""));
        BED.cluster().up(HaCluster.Linking.NAMESPACES, line -> {});
        List<String> standbys = new ArrayList<>(List.of("n1", "n2", "n3"));
        standbys.remove(BED.cluster().primary().orElseThrow().name());
        Path network =
                NetworkNamespaces.file(BED.folder().resolve("postgres-ha").resolve(HaCluster.DEFAULT_NAME));
        String inside = "ip netns exec sq" + Subnet.read(network).orElseThrow().id() + standbys.getFirst();
        String other = standbys.getLast();

        run(inside + " tc qdisc add dev " + other + " root tbf rate 10mbit burst 32kbit latency 50ms");
        Ended slowed = partition(standbys);
        assertThat(inOneLine(slowed))
                .contains(standbys.getFirst() + " -> " + other
                        + " is already impaired by the queue 'tbf' of another program; remove it with '")
                .contains("tc qdisc delete dev " + other + " root'");
        assertThat(slowed.code()).as(slowed.output()).isEqualTo(6);
        run(inside + " tc qdisc delete dev " + other + " root");

        run(inside + " nft add table inet other");
        run(inside + " nft add chain inet other in { type filter hook input priority 0 ; }");
        run(inside + " nft add rule inet other in iifname " + other + " drop");
        Ended dropped = partition(standbys);
        assertThat(inOneLine(dropped))
                .contains(" did not respond within 10 s before the fault: something other than Squall impairs it");
        assertThat(dropped.code()).as(dropped.output()).isEqualTo(6);
        run(inside + " nft delete table inet other");
        assertThat(BED.whole()).isTrue();
    }

    private static Ended partition(List<String> nodes) throws Exception {
        Path file =
                Files.writeString(BED.folder().resolve("cut.yaml"), """
                apiVersion: squall/v1
                load: {engine: {ycsb: {workload: workloads/workloada, recordcount: 200}}, rate: {fixed: 20/s}}
                name: cut
                seed: 7
                windows: {settle: 1s, baseline: 3s, recoveryMax: 5s}
                recovery: {window: 1s, held: 2s, share: 0.5, latencyFactor: 100, latencyFloor: 1s}
                phases:
                  - baseline: {duration: 3s, drift: 0.5}
                  - {name: cut, fault: {partition: {shape: pair}}, target: [%s, %s], hold: 2s}
                """.formatted(nodes.getFirst(), nodes.getLast()));
        return BED.adversity("run", file.toString(), "--cluster", "postgres-ha:namespaces=true");
    }

    private static String inOneLine(Ended ended) {
        return ended.output().replaceAll("\\s+", " ");
    }

    private static void run(String command) throws Exception {
        assertThat(new ProcessBuilder(command.split(" ")).inheritIO().start().waitFor())
                .as(command)
                .isZero();
    }
}
