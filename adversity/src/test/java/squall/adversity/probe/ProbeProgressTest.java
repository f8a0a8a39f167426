package squall.adversity.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.probe.ConsistencyProbes.ProbeTimeouts;
import squall.adversity.probe.intent.WriteIntents;
import squall.adversity.probe.store.ProbeStore;
import squall.check.DataAnomaly;
import squall.measure.recovery.LaneOutages.LaneSeries;
import squall.results.ProbeStatus;
import squall.results.file.CanonicalJson;
import squall.scenario.ProbeSettings;
import squall.spi.CheckResult;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

/** Test of the progress of the probes as the viewer of a run sees it. */
class ProbeProgressTest {
    private static final ErrorCode GONE = new ErrorCode(ErrorKind.CONNECTION, "08006");

    @TempDir
    private Path folder;

    private final List<String> heard = new ArrayList<>();

    @Test
    void what_became_of_writes_is_counted_and_lost_ones_are_known_when_they_were_looked_for() throws Exception {
        ProbeProgress progress = progress();
        ended(progress, 1, Outcome.OK);
        ended(progress, 2, Outcome.OK);
        ended(progress, 3, new Outcome.Refused(GONE, ""));
        ended(progress, 4, new Outcome.Unknown(GONE, ""));
        progress.found("ledger", DataAnomaly.PHANTOM, "an example");
        progress.keep(5);
        assertThat(written())
                .isEqualTo(new ProbeStatus(
                        5, List.of(), Map.of("ledger", new ProbeStatus.Writes(2, 1, 1, 1, OptionalLong.empty()))));
        assertThat(heard).containsExactly("ended 1", "ended 2", "ended 3", "ended 4", "found an example");

        progress.judged(finding(CheckResult.Verdict.UNDECIDED, Map.of()));
        progress.keep(6);
        assertThat(Objects.requireNonNull(written().writes().get("ledger")).lost())
                .isEmpty();
        progress.judged(finding(CheckResult.Verdict.FAILED, Map.of(DataAnomaly.LOST, 7L)));
        progress.keep(7);
        assertThat(Objects.requireNonNull(written().writes().get("ledger")).lost())
                .hasValue(7);

        progress.end();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void a_folder_that_is_gone_does_not_end_the_run() throws Exception {
        ProbeProgress progress = new ProbeProgress(new Heard(), none(), folder.resolve("gone"));
        progress.keep(1);
        progress.keep(2);
        progress.end();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void a_lane_has_an_outage_from_its_last_success_to_the_next() {
        LaneProbe.LaneLog lane = log(Duration.ofMillis(200));
        assertThat(lane.state(9)).isEqualTo(state(OptionalDouble.empty(), 0, Optional.empty()));
        lane.add(at(10), true);
        lane.add(at(10.2), true);
        lane.add(at(11.1), false);
        assertThat(lane.state(11.1)).isEqualTo(state(OptionalDouble.empty(), 0, Optional.empty()));
        assertThat(lane.state(12)).isEqualTo(state(OptionalDouble.of(10.2), 0, Optional.empty()));
        lane.add(at(14.2), true);
        lane.add(at(16.2), true);
        assertThat(lane.state(16.5))
                .isEqualTo(state(OptionalDouble.empty(), 2, Optional.of(new ProbeStatus.Outage(10.2, 14.2))));
    }

    @Test
    void between_two_operations_of_a_slow_lane_there_is_no_outage() {
        LaneProbe.LaneLog lane = log(Duration.ofSeconds(5));
        lane.add(at(5), true);
        assertThat(lane.state(14).silentSince()).isEmpty();
        lane.add(at(10), true);
        assertThat(lane.state(21)).isEqualTo(state(OptionalDouble.of(10), 0, Optional.empty()));
    }

    private static LaneProbe.LaneLog log(Duration period) {
        return new LaneProbe.LaneLog(
                LaneSeries.Subject.DATA, "n1 write", new ProbeStore.LaneLocation("n1", "n1", "", 0, 0, ""), period);
    }

    private static ProbeStatus.Lane state(
            OptionalDouble silentSince, long outages, Optional<ProbeStatus.Outage> longest) {
        return new ProbeStatus.Lane("n1 write", silentSince, outages, longest);
    }

    private static long at(double second) {
        return Math.round(second * 1e9);
    }

    private ProbeProgress progress() throws IOException, InterruptedException {
        return new ProbeProgress(new Heard(), none(), folder);
    }

    private static ConsistencyProbes none() throws IOException, InterruptedException {
        return ConsistencyProbes.open(
                ProbeSettings.NONE,
                answer -> {
                    throw new IOException("no probe needs a database");
                },
                ProbeTimeouts.USUAL);
    }

    private static void ended(ProbeProgress progress, long number, Outcome outcome) {
        progress.ended(new WriteIntents.ProbeWrite("ledger", 0, number), outcome, 0, "");
    }

    private static ProbeFinding finding(CheckResult.Verdict verdict, Map<DataAnomaly, Long> counts) {
        return new ProbeFinding("ledger", new CheckResult("ledger", verdict, ""), counts);
    }

    private ProbeStatus written() throws IOException {
        return CanonicalJson.as(ProbeStatus.class, CanonicalJson.read(folder.resolve(ProbeStatus.NAME)));
    }

    private final class Heard implements WriteIntents {
        @Override
        public void sending(WriteIntents.ProbeWrite write) {
            heard.add("sending " + write.number());
        }

        @Override
        public void ended(WriteIntents.ProbeWrite write, Outcome outcome, long atNs, String endpoint) {
            heard.add("ended " + write.number());
        }

        @Override
        public void found(String probe, DataAnomaly anomaly, String example) {
            heard.add("found " + example);
        }

        @Override
        public void removing() {
            heard.add("removing");
        }
    }
}
