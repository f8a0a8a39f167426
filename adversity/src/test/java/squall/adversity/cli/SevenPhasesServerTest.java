package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.adversity.cli.Bed.Ended;
import squall.results.recorded.RecordedRun;
import squall.verdict.AdversitySummary;

/** The scenario of the guide, whole, in its small size, on a real PostgreSQL with two standbys: some four minutes. */
@Tag("server")
@Tag("extended")
class SevenPhasesServerTest {
    @RegisterExtension
    static final Bed BED = new Bed();

    private static final Duration LIMIT = Duration.ofMinutes(10);

    private static final String COMMAND =
            "run performance-under-adversity-laptop --size dev --cluster postgres-ha:links=true"
                    + " --load ycsb:workload=workloads/workloada,recordcount=1000";

    @Test
    void each_is_injected_and_healed_and_nothing_acknowledged_is_lost() throws Exception {
        Ended ended = BED.adversity(LIMIT, COMMAND.split(" "));
        // 3 and 6 only where this machine is too busy for the times that are expected, or to measure on
        assertThat(ended.code()).as(ended.output()).isIn(0, 3, 6);
        assertThat(ended.output())
                .contains(
                        "\n    2 x pause (standing in for diskStall) of n",
                        "\nnot done: region-outage: ",
                        "\nresults    ")
                .doesNotContain("verified:", "lostAcks");
        // A run on a busy machine also says why it is invalid, and which readings failed.
        assertThat(ended.output().lines()).as(ended.output()).hasSizeLessThan(ended.code() == 0 ? 70 : 100);
        RecordedRun run = RecordedRun.read(BED.folder().resolve("results/latest"));
        assertThat(statuses(run.summary().orElseThrow().adversity().orElseThrow()))
                .as(ended.output())
                .containsExactly(
                        "control in effect",
                        "changefeed in effect",
                        "backup in effect",
                        "index in effect",
                        "schema-change in effect",
                        "rolling-upgrade in effect",
                        "disk-stalls/diskStall#1 (pause standing in for diskStall) in effect",
                        "disk-stalls/diskStall#2 (pause standing in for diskStall) in effect",
                        "partition-partial in effect",
                        "partition-full in effect",
                        "random-restarts/kill#1 in effect",
                        "random-restarts/kill#2 in effect",
                        "zone-outage in effect",
                        "region-outage not applicable");
        assertThat(BED.whole()).isTrue();
    }

    private static List<String> statuses(AdversitySummary adversity) {
        return adversity.injectionGroups().stream()
                .flatMap(group -> group.injections().stream()
                        .map(injection ->
                                group.name() + " " + injection.status().label()))
                .toList();
    }
}
