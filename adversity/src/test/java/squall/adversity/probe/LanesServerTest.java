package squall.adversity.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import squall.adversity.probe.intent.IntentLog;
import squall.adversity.probe.intent.IntentLogFile;
import squall.measure.recovery.FaultSpan;
import squall.measure.recovery.LaneOutages;
import squall.measure.recovery.LaneOutages.LaneOutage;
import squall.measure.recovery.LaneOutages.LaneSeries;
import squall.measure.recovery.LaneOutages.LaneSeries.Completion;
import squall.scenario.ProbeSettings;
import squall.spi.Cluster.Node;
import squall.spi.ConnectionStep;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.testbed.ha.HaCluster;
import squall.testbed.ha.ReplicatedCluster;

/** The lanes on a primary and two standbys, reached directly and through the proxy of the links. */
@Tag("server")
@Tag("extended")
class LanesServerTest {
    private static final Duration SOON = Duration.ofMinutes(4);
    private static final int SOME = 20;
    private static final ProbeSettings LANES =
            ProbeSettings.NONE.with(new ProbeSettings.Lanes(1, 20, Duration.ofSeconds(1)));

    private final long beganNs = System.nanoTime();

    @TempDir
    Path folder;

    /** Covers an old error: all lanes followed the primary, so that of a dead node was away for 0.02 s. */
    @ParameterizedTest
    @EnumSource(names = {"DIRECT", "LINKED"})
    void a_killed_node_is_away_on_its_own_lane_alone(ReplicatedCluster.Linking linking) throws Exception {
        HaCluster cluster =
                new HaCluster(StateFolder.at(Path.of("target", "testbed").toAbsolutePath()), "lanes");
        try {
            cluster.up(linking, line -> {});
            try (IntentLog intents =
                            IntentLog.begin(folder.resolve(IntentLog.NAME), IntentLogFile.Origin.here("00000a"));
                    ConsistencyProbes probes =
                            ConsistencyProbes.open(LANES, cluster.target(), cluster.clientNodes(), "00000a")) {
                probes.start(this::clock, intents);
                assertThat(probes.lanes())
                        .extracting(lane -> lane.name() + " " + lane.zone())
                        .containsExactly(
                                "primary write ",
                                "primary read ",
                                "n1 answers zone1",
                                "n2 answers zone2",
                                "n3 answers zone3");
                await(() -> probes.lanes().stream().allMatch(lane -> successes(lane, 0) > SOME));
                Node primary = cluster.primary().orElseThrow();
                Node standby = cluster.nodes().stream()
                        .filter(node -> !node.equals(primary))
                        .findFirst()
                        .orElseThrow();
                killed(cluster, standby, probes);
                killed(cluster, primary, probes);
                assertThat(probes.laneConnections(beganNs)).containsOnlyKeys("primary write", "primary read");
                assertThat(Objects.requireNonNull(
                                        probes.laneConnections(beganNs).get("primary write"))
                                .steps())
                        .extracting(each -> each.step().kind())
                        .contains(ConnectionStep.Kind.BROKEN, ConnectionStep.Kind.CONNECTED);
                probes.stop();
            }
        } finally {
            cluster.reset();
        }
    }

    private long clock() {
        return System.nanoTime() - beganNs;
    }

    /** Kills a node, waits until all other lanes have had successes without it, and starts it again. */
    private void killed(HaCluster cluster, Node node, ConsistencyProbes probes) throws Exception {
        long beforeNs = clock();
        cluster.kill(node);
        long downNs = clock();
        await(() -> failures(own(probes, node), downNs) > SOME
                && others(probes, node).allMatch(lane -> successes(lane, downNs) > SOME));
        long startNs = clock();
        assertThat(successes(own(probes, node), downNs))
                .as("answers of %s, which is down", node.name())
                .isZero();
        cluster.start(node);
        await(() -> successes(own(probes, node), startNs) > SOME);
        LaneOutages outages = LaneOutages.of(
                probes.lanes(),
                new FaultSpan(beforeNs / 1_000_000_000, OptionalLong.empty(), clock() / 1_000_000_000 + 1));
        LaneOutage own = outages.lanes().stream()
                .filter(outage -> outage.lane().name().equals(name(node)))
                .findFirst()
                .orElseThrow();
        assertThat(own.longest().plus(own.lane().period())).isGreaterThanOrEqualTo(Duration.ofNanos(startNs - downNs));
        assertThat(outages.worst().orElseThrow().lane().name()).startsWith("primary ");
    }

    private static LaneSeries own(ConsistencyProbes probes, Node node) {
        return probes.lanes().stream()
                .filter(lane -> lane.name().equals(name(node)))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<LaneSeries> others(ConsistencyProbes probes, Node node) {
        return probes.lanes().stream().filter(lane -> !lane.name().equals(name(node)));
    }

    private static String name(Node node) {
        return node.name() + " answers";
    }

    private static long successes(LaneSeries lane, long sinceNs) {
        return since(lane, sinceNs).stream().filter(Completion::ok).count();
    }

    private static long failures(LaneSeries lane, long sinceNs) {
        return since(lane, sinceNs).stream()
                .filter(completion -> !completion.ok())
                .count();
    }

    private static List<Completion> since(LaneSeries lane, long sinceNs) {
        return lane.completions().stream()
                .filter(completion -> completion.atNs() > sinceNs)
                .toList();
    }

    private static void await(PollDeadline.Condition condition) throws Exception {
        assertThat(PollDeadline.in(SOON).await(condition)).isTrue();
    }
}
