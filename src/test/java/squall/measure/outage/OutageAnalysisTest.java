package squall.measure.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import squall.measure.SuccessGaps.SuccessGap;
import squall.measure.outage.ClientTimeline.ClientStep;
import squall.measure.outage.ClientTimeline.ClientSteps;
import squall.measure.outage.ClientTimeline.StepOwner;
import squall.measure.outage.ClusterTimeline.TimedEvent;
import squall.measure.outage.OutageAnalysis.FaultTimes;
import squall.measure.outage.OutageAnalysis.RunTimelines;
import squall.measure.outage.OutageAnatomy.OutagePart;
import squall.measure.outage.OutageAnatomy.PartCause;
import squall.measure.outage.OutageAnatomy.PartKind;
import squall.measure.recovery.Baseline;
import squall.measure.recovery.BaselineCriteria;
import squall.measure.recovery.RecoveryRule;
import squall.measure.recovery.SecondSeries;
import squall.measure.recovery.Seconds;
import squall.spi.ClusterLog.LogChange;
import squall.spi.ConnectionStep;
import squall.spi.ConnectionStep.Kind;
import squall.spi.ConnectionStep.Stage;
import squall.spi.ConnectionStep.StageKind;

/** Outages with planted causes. The fault comes after 20 calm seconds; times are milliseconds after it. */
class OutageAnalysisTest {
    private static final long MS = 1_000_000;
    private static final long FAULT_MS = 20_000;
    private static final int CALM = 20;

    private final List<SuccessGap> gaps = new ArrayList<>();
    private final List<ClientStep> steps = new ArrayList<>();
    private final List<TimedEvent> events = new ArrayList<>();
    private String detection = "";
    private long errorMs = 2;
    private OptionalLong healMs = OptionalLong.empty();
    private SecondSeries series = Seconds.after(CALM, new long[60]);

    @Test
    void a_failure_that_is_noticed_late_is_named_with_the_setting_to_change() {
        detection = "Patroni ttl 20 s";
        gap(0, 12_000);
        broken(3, 100);
        event(9_100, LogChange.NOTICED);
        event(11_100, LogChange.SERVING);
        step(3, Kind.PAUSED, 11_000, 11_800);
        step(3, Kind.CONNECTED, 11_800, 11_900);
        OutageAnatomy outage = only(12_400);
        assertThat(outage.text())
                .isEqualTo("9.1 of 12.4 s: nothing noticed (Patroni ttl 20 s); electing 2.0 s; reconnecting 0.9 s;"
                        + " catching up 0.4 s");
        assertThat(outage.parts().getFirst().evidence())
                .containsExactly(
                        new OutageAnatomy.PartEvidence(at(100), "session 3", "connection lost: 08006"),
                        new OutageAnatomy.PartEvidence(at(9_100), "log", "NOTICED"));
    }

    @Test
    void a_long_back_off_is_named() {
        failover();
        broken(0, 10);
        step(0, Kind.REFUSED, 20, 30);
        step(0, Kind.PAUSED, 30, 7_900);
        step(0, Kind.CONNECTED, 7_900, 7_950);
        gap(0, 8_000);
        assertThat(only(8_000).dominant()).isEqualTo(cause(PartKind.RECONNECTING, "back-off before the next attempt"));
    }

    @Test
    void a_slow_login_is_named() {
        failover();
        broken(0, 10);
        step(0, Kind.PAUSED, 10, 1_100);
        attempt(0, Kind.CONNECTED, 1_100, stage(StageKind.CONNECT, 1_101), stage(StageKind.LOGIN, 7_800));
        gap(0, 8_000);
        assertThat(only(8_000).dominant()).isEqualTo(cause(PartKind.RECONNECTING, "login"));
    }

    @Test
    void a_slow_attempt_whose_stages_are_not_known_is_connect_and_login() {
        failover();
        broken(0, 10);
        step(0, Kind.CONNECTED, 1_100, 7_800);
        gap(0, 8_000);
        assertThat(only(8_000).dominant()).isEqualTo(cause(PartKind.RECONNECTING, "connect and login"));
    }

    @Test
    void a_connect_that_is_not_answered_is_told_from_the_login_after_it() {
        failover();
        broken(0, 10);
        attempt(
                0,
                Kind.CONNECTED,
                1_000,
                stage(StageKind.LOOKUP, 1_001),
                stage(StageKind.CONNECT, 4_001),
                stage(StageKind.LOGIN, 4_901),
                stage(StageKind.SETUP, 4_905));
        gap(0, 4_905);
        OutageAnatomy outage = only(4_905);
        assertThat(outage.text())
                .isEqualTo("3.0 of 4.9 s: reconnecting (no answer to connect); nothing noticed 0.4 s; electing 0.6 s;"
                        + " reconnecting otherwise 0.9 s");
        assertThat(outage.lengths())
                .containsEntry(cause(PartKind.RECONNECTING, "no answer to connect"), 3_001 * MS)
                .containsEntry(cause(PartKind.RECONNECTING, "login"), 904 * MS);
        assertThat(outage.parts().getLast().evidence())
                .extracting(OutageAnatomy.PartEvidence::text)
                .containsExactly(
                        "connected to 08006 in 3905 ms (lookup 1 ms, connect 3000 ms, login 900 ms, set-up 4 ms)");
    }

    @ParameterizedTest
    @CsvSource({
        "LOOKUP, lookup of the server's address",
        "CONNECT, no answer to connect",
        "TLS, TLS handshake",
        "LOGIN, login that failed",
        "SETUP, set-up of the session"
    })
    void attempts_that_fail_are_named_by_their_long_stage(StageKind slow, String why) {
        failover();
        broken(0, 10);
        attempt(0, Kind.REFUSED, 1_000, stage(slow, 6_000));
        step(0, Kind.PAUSED, 6_000, 6_500);
        step(0, Kind.CONNECTED, 6_500, 6_550);
        gap(0, 6_600);
        assertThat(only(6_600).dominant()).isEqualTo(cause(PartKind.RECONNECTING, why));
    }

    @Test
    void a_refusal_that_comes_at_once_is_not_cut_into_stages() {
        failover();
        broken(0, 10);
        attempt(0, Kind.REFUSED, 1_000, stage(StageKind.CONNECT, 1_003), stage(StageKind.LOGIN, 1_060));
        step(0, Kind.CONNECTED, 1_900, 1_950);
        gap(0, 2_000);
        assertThat(only(2_000).lengths())
                .containsEntry(cause(PartKind.RECONNECTING, "attempts at servers that accept no work"), 60 * MS);
    }

    @Test
    void sessions_that_are_back_late_are_named_by_the_stage_that_took_most_of_their_time() {
        failover();
        broken(0, 10);
        broken(1, 10);
        step(0, Kind.CONNECTED, 1_050, 1_060);
        step(1, Kind.PAUSED, 500, 2_000);
        attempt(1, Kind.CONNECTED, 2_000, stage(StageKind.TLS, 2_500), stage(StageKind.LOGIN, 6_000));
        gap(0, 1_100);
        assertThat(only(6_000).dominant()).isEqualTo(cause(PartKind.RECONNECTING, "login"));
    }

    @Test
    void the_stages_of_an_attempt_are_in_it_and_in_order() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ConnectionStep(
                        Kind.CONNECTED,
                        10,
                        20,
                        "",
                        List.of(new Stage(StageKind.CONNECT, 15), new Stage(StageKind.LOGIN, 21))))
                .withMessage("LOGIN must end in [15, 20] ns, not at 21");
    }

    @Test
    void a_connection_that_its_session_does_not_give_up_is_named() {
        failover();
        broken(0, 9_000);
        step(0, Kind.PAUSED, 9_000, 9_020);
        step(0, Kind.CONNECTED, 9_020, 9_040);
        gap(0, 9_050);
        assertThat(only(9_050).dominant())
                .isEqualTo(cause(PartKind.RECONNECTING, "the old connection was not given up yet"));
    }

    @Test
    void a_long_replay_after_a_crash_is_named() {
        event(500, LogChange.STARTING);
        event(700, LogChange.REPLAYING);
        event(6_700, LogChange.REPLAYED);
        event(7_000, LogChange.SERVING);
        broken(0, 10);
        step(0, Kind.CONNECTED, 7_010, 7_020);
        gap(0, 7_100);
        assertThat(only(7_100).lengths())
                .containsEntry(cause(PartKind.RESTARTING, "replay of the log after a crash"), 6_000 * MS)
                .containsEntry(cause(PartKind.RESTARTING, "checkpoint after the replay"), 300 * MS);
    }

    @Test
    void a_cold_cache_is_told_by_the_rate_at_which_it_answers() {
        series = Seconds.after(CALM, 0, 0, 60, 60, 60, 60, 60, 60, 100, 100);
        failover();
        broken(0, 10);
        step(0, Kind.CONNECTED, 1_950, 1_990);
        gap(0, 2_000);
        assertThat(only(8_000).text())
                .startsWith(
                        "6.0 of 8.0 s: catching up (answered at 60 % of the baseline's rate, p99 1.0 times its own)");
    }

    @Test
    void a_backlog_is_told_from_a_slow_server() {
        series = Seconds.after(CALM, 0, 0, 150, 150, 150, 100, 100);
        failover();
        broken(0, 10);
        step(0, Kind.CONNECTED, 1_950, 1_990);
        gap(0, 2_000);
        assertThat(only(5_000).dominant().why()).startsWith("backlog: answered at 150 % of the baseline's rate");
    }

    @Test
    void a_server_that_nothing_restarts_is_down_until_the_fault_is_healed() {
        healMs = OptionalLong.of(5_000);
        event(5_100, LogChange.STARTING);
        event(5_400, LogChange.SERVING);
        broken(0, 10);
        step(0, Kind.CONNECTED, 5_450, 5_460);
        gap(0, 5_500);
        assertThat(only(5_500).parts())
                .extracting(OutagePart::cause, part -> part.lengthNs() / MS)
                .startsWith(
                        tuple(
                                PartKind.UNDETECTED,
                                "no part of the cluster reacts to a failure; the fault was held",
                                5_000),
                        tuple(PartKind.RESTARTING, "the fault is being healed", 100),
                        tuple(PartKind.RESTARTING, "start of the server", 300));
    }

    @Test
    void a_node_that_the_cluster_does_not_replace_is_missing_until_it_is_back() {
        detection = "gossip";
        healMs = OptionalLong.of(9_000);
        event(4_000, LogChange.NODE_LOST);
        event(9_500, LogChange.STARTING);
        event(11_000, LogChange.SERVING);
        gap(0, 11_200);
        assertThat(only(11_200).parts())
                .extracting(OutagePart::cause, part -> part.lengthNs() / MS)
                .startsWith(
                        tuple(PartKind.UNDETECTED, "gossip", 4_000),
                        tuple(PartKind.RESTARTING, "too few nodes until a lost one is back", 5_000),
                        tuple(PartKind.RESTARTING, "the fault is being healed", 500),
                        tuple(PartKind.RESTARTING, "start of the server", 1_500));
    }

    @Test
    void a_node_whose_loss_is_noticed_after_healing_began_is_being_healed() {
        healMs = OptionalLong.of(2_000);
        event(2_500, LogChange.NODE_LOST);
        event(4_000, LogChange.SERVING);
        gap(0, 4_100);
        assertThat(only(4_100).lengths())
                .containsEntry(cause(PartKind.RESTARTING, "the fault is being healed"), 2_000 * MS)
                .doesNotContainKey(cause(PartKind.RESTARTING, "too few nodes until a lost one is back"));
    }

    /** Covers a log of whole seconds: the middle of the second is after the first answer. */
    @Test
    void an_event_that_may_have_been_earlier_than_its_log_says_is_not_missed() {
        detection = "evs.suspect_timeout PT2S";
        errorMs = 500;
        event(2_400, LogChange.NOTICED);
        event(2_400, LogChange.SERVING);
        gap(0, 2_100);
        assertThat(only(2_100).parts()).singleElement().satisfies(part -> {
            assertThat(part.cause()).isEqualTo(cause(PartKind.UNDETECTED, "evs.suspect_timeout PT2S"));
            assertThat(part.evidence()).containsExactly(new OutageAnatomy.PartEvidence(at(2_400), "log", "NOTICED"));
        });
    }

    @Test
    void commits_that_wait_for_a_standby_are_told_from_clients_that_are_not_back() {
        event(900, LogChange.NOTICED);
        event(1_500, LogChange.SERVING);
        event(4_000, LogChange.REPLICATING);
        broken(0, 10);
        step(0, Kind.CONNECTED, 1_600, 1_700);
        gap(0, 4_050);
        assertThat(only(4_050).dominant())
                .isEqualTo(cause(PartKind.ELECTING, "commits wait for a standby of the new primary"));
    }

    @Test
    void a_standby_that_receives_from_a_server_which_accepts_no_writes_yet_ends_no_wait() {
        event(500, LogChange.STARTING);
        event(3_000, LogChange.REPLICATING);
        event(4_000, LogChange.SERVING);
        broken(0, 10);
        step(0, Kind.CONNECTED, 4_010, 4_050);
        gap(0, 4_060);
        assertThat(only(4_060).lengths()).containsEntry(cause(PartKind.RESTARTING, "start of the server"), 3_500 * MS);
    }

    @Test
    void sessions_that_are_back_later_than_the_first_are_part_of_the_reconnecting() {
        failover();
        for (int session = 0; session < 4; session++) {
            broken(session, 10);
        }
        step(0, Kind.CONNECTED, 1_050, 1_060);
        for (int session = 1; session < 4; session++) {
            step(session, Kind.PAUSED, 1_000, 3_000 + session);
            step(session, Kind.CONNECTED, 3_000 + session, 3_100 + session);
        }
        gap(0, 1_100);
        OutageAnatomy outage = only(4_000);
        assertThat(outage.dominant()).isEqualTo(cause(PartKind.RECONNECTING, "back-off before the next attempt"));
        assertThat(outage.parts())
                .filteredOn(part -> part.fromNs() == at(1_100))
                .singleElement()
                .satisfies(part -> {
                    assertThat(part.toNs()).isEqualTo(at(3_103));
                    assertThat(part.evidence().getFirst().text())
                            .isEqualTo("3 of 4 without a connection, session 3 the longest");
                });
    }

    @Test
    void without_a_log_the_time_before_the_last_refusal_is_unexplained() {
        broken(0, 10);
        step(0, Kind.REFUSED, 3_000, 3_010);
        step(0, Kind.PAUSED, 3_010, 3_500);
        step(0, Kind.CONNECTED, 3_500, 3_900);
        gap(0, 4_000);
        RunTimelines unread = new RunTimelines(client(), ClusterTimeline.without("no log"), series, criteria());
        OutageAnatomy outage =
                OutageAnalysis.of(times(OptionalLong.of(at(4_000))), unread).getFirst();
        assertThat(outage.lengths())
                .containsExactly(
                        Map.entry(cause(PartKind.UNEXPLAINED, "no log"), 3_010 * MS),
                        Map.entry(cause(PartKind.RECONNECTING, "back-off before the next attempt"), 490 * MS),
                        Map.entry(cause(PartKind.RECONNECTING, "connect and login"), 400 * MS),
                        Map.entry(cause(PartKind.RECONNECTING, "connected, first answer not there yet"), 100 * MS));
    }

    @Test
    void a_node_that_hangs_until_the_driver_gives_up_its_connection_is_undetected() {
        driver("n1:9042", Kind.BROKEN, 3_000, 3_000);
        driver("n1:9042", Kind.PAUSED, 3_000, 4_900);
        driver("n1:9042", Kind.CONNECTED, 4_900, 4_950);
        gap(0, 5_000);
        OutageAnatomy outage = only(5_000);
        assertThat(outage.parts())
                .extracting(OutagePart::cause, part -> part.lengthNs() / MS)
                .containsExactly(
                        tuple(PartKind.UNDETECTED, "the driver still waits for answers of a node that is gone", 3_000),
                        tuple(PartKind.RECONNECTING, "the driver's pause before it tries the node again", 1_900),
                        tuple(PartKind.RECONNECTING, "connect and login", 50),
                        tuple(PartKind.RECONNECTING, "connected, first answer not there yet", 50));
        assertThat(outage.parts())
                .extracting(part -> part.evidence().getFirst())
                .startsWith(
                        new OutageAnatomy.PartEvidence(at(3_000), "driver", "connection lost: n1:9042"),
                        new OutageAnatomy.PartEvidence(
                                at(4_900), "driver", "paused for 1900 ms before the next attempt at n1:9042"));
    }

    /** Covers a loss that no session has to notice, so that it comes before the first answer that is missing. */
    @Test
    void the_pauses_of_a_driver_after_a_server_is_back_are_reconnecting() {
        healMs = OptionalLong.of(1_000);
        event(1_200, LogChange.STARTING);
        event(6_000, LogChange.SERVING);
        driver("n1:9042", Kind.BROKEN, -20, -20);
        driver("n1:9042", Kind.PAUSED, -20, 80);
        driver("n1:9042", Kind.REFUSED, 80, 90);
        driver("n1:9042", Kind.PAUSED, 90, 6_900);
        driver("n1:9042", Kind.CONNECTED, 6_900, 6_980);
        gap(0, 7_000);
        OutageAnatomy outage = only(7_000);
        assertThat(outage.lengths())
                .containsEntry(
                        cause(PartKind.RECONNECTING, "the driver's pause before it tries the node again"), 900 * MS)
                .containsEntry(cause(PartKind.RECONNECTING, "connect and login"), 80 * MS);
        assertThat(outage.parts().getFirst().evidence())
                .contains(new OutageAnatomy.PartEvidence(at(-20), "driver", "connection lost: n1:9042"));
    }

    @Test
    void of_several_nodes_the_one_that_the_driver_reached_last_brought_the_first_answer() {
        for (String node : List.of("n1:9042", "n2:9042", "n3:9042")) {
            driver(node, Kind.BROKEN, 10, 10);
        }
        driver("n1:9042", Kind.CONNECTED, 1_000, 1_010);
        driver("n2:9042", Kind.REFUSED, 2_000, 2_010);
        driver("n3:9042", Kind.REFUSED, 3_800, 3_900);
        driver("n2:9042", Kind.PAUSED, 2_010, 3_000);
        driver("n2:9042", Kind.CONNECTED, 3_000, 3_950);
        gap(0, 4_000);
        assertThat(only(4_000).lengths())
                .containsExactly(
                        Map.entry(
                                cause(PartKind.UNDETECTED, "the driver still waits for answers of a node that is gone"),
                                10 * MS),
                        Map.entry(
                                cause(PartKind.UNEXPLAINED, "the logs of the cluster have no line about it"),
                                2_000 * MS),
                        Map.entry(
                                cause(PartKind.RECONNECTING, "the driver's pause before it tries the node again"),
                                990 * MS),
                        Map.entry(cause(PartKind.RECONNECTING, "connect and login"), 950 * MS),
                        Map.entry(cause(PartKind.RECONNECTING, "connected, first answer not there yet"), 50 * MS));
    }

    @Test
    void a_node_that_stays_away_from_the_driver_after_the_first_answer_keeps_no_session_waiting() {
        driver("n1:9042", Kind.BROKEN, 10, 10);
        driver("n2:9042", Kind.BROKEN, 10, 10);
        driver("n2:9042", Kind.CONNECTED, 1_950, 1_990);
        gap(0, 2_000);
        assertThat(only(8_000).parts().getLast().cause().kind()).isEqualTo(PartKind.CATCHING_UP);
        assertThat(only(8_000).parts().getLast().fromNs()).isEqualTo(at(2_000));
    }

    @Test
    void a_driver_that_never_gives_up_a_node_leaves_an_outage_unexplained() {
        gap(0, 4_000);
        healMs = OptionalLong.of(3_000);
        assertThat(only(4_000).parts().getLast().cause())
                .isEqualTo(cause(PartKind.UNEXPLAINED, "no loss of a connection was reported"));
    }

    @Test
    void an_outage_that_no_log_and_no_session_shows_is_unexplained_as_a_whole() {
        gap(0, 4_000);
        assertThat(only(4_000).lengths())
                .containsExactly(Map.entry(
                        cause(PartKind.UNEXPLAINED, "the logs of the cluster have no line about it"), 4_000 * MS));
    }

    @Test
    void a_gap_after_the_recovery_is_an_outage_of_its_own() {
        gap(0, 2_000);
        gap(9_000, 11_000);
        List<OutageAnatomy> outages = analyzed(OptionalLong.of(at(3_000)));
        assertThat(outages)
                .extracting(OutageAnatomy::fromNs, OutageAnatomy::toNs)
                .containsExactly(tuple(at(0), at(3_000)), tuple(at(9_000), at(11_000)));
    }

    @Test
    void an_outage_that_goes_on_when_watching_ends_is_at_least_as_long() {
        gap(0, 2_000);
        OutageAnatomy outage = analyzed(OptionalLong.empty()).getFirst();
        assertThat(outage.atLeast()).isTrue();
        assertThat(outage.text()).contains(" of more than 60.0 s: ");
    }

    static List<Long> seeds() {
        return LongStream.range(0, 300).boxed().toList();
    }

    /** Draws gaps, steps and events without sense or order: parts must be without gaps and overlaps whatever comes. */
    @ParameterizedTest
    @MethodSource("seeds")
    void parts_add_up_to_the_outage(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long from = random.nextLong(500);
        for (int i = 0; i <= random.nextInt(3); i++) {
            long to = from + 1_000 + random.nextLong(9_000);
            gap(from, to);
            from = to + 1 + random.nextLong(5_000);
        }
        for (int i = 0; i < random.nextInt(12); i++) {
            LogChange[] all = LogChange.values();
            event(random.nextLong(30_000), all[random.nextInt(all.length)]);
        }
        for (int i = 0; i < random.nextInt(40); i++) {
            long began = random.nextLong(30_000);
            Kind[] all = Kind.values();
            Kind kind = all[random.nextInt(all.length)];
            if (random.nextInt(4) == 0) {
                driver("n" + random.nextInt(3), kind, began, began + random.nextLong(3_000));
            } else {
                StageKind[] stages = StageKind.values();
                long connected = began + random.nextLong(1_500);
                attempt(
                        random.nextInt(4),
                        kind,
                        began,
                        stage(stages[random.nextInt(stages.length)], connected),
                        stage(stages[random.nextInt(stages.length)], connected + random.nextLong(1_500)));
            }
        }
        healMs = random.nextBoolean() ? OptionalLong.of(random.nextLong(20_000)) : OptionalLong.empty();
        OptionalLong recovered =
                random.nextBoolean() ? OptionalLong.of(at(random.nextLong(40) * 1000)) : OptionalLong.empty();
        List<OutageAnatomy> outages = analyzed(recovered);
        assertThat(outages).isNotEmpty();
        assertThat(outages.getFirst().fromNs()).isEqualTo(gaps.getFirst().fromNs());
        assertThat(outages.getLast().toNs()).isEqualTo(Math.max(gaps.getLast().toNs(), recovered.orElse(at(60_000))));
        for (OutageAnatomy outage : outages) {
            assertThat(outage.lengths().values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(outage.lengthNs());
        }
        for (SuccessGap gap : gaps) {
            assertThat(outages).anyMatch(outage -> outage.fromNs() <= gap.fromNs() && gap.toNs() <= outage.toNs());
        }
    }

    private void failover() {
        event(400, LogChange.NOTICED);
        event(1_000, LogChange.SERVING);
    }

    private void gap(long fromMs, long toMs) {
        gaps.add(new SuccessGap(at(fromMs), (toMs - fromMs) * MS));
    }

    private void broken(int session, long atMs) {
        step(session, Kind.BROKEN, atMs, atMs);
    }

    private void step(int session, Kind kind, long fromMs, long toMs) {
        steps.add(new ClientStep(
                new StepOwner.SingleSession(session), new ConnectionStep(kind, at(fromMs), at(toMs), "08006")));
    }

    private void driver(String node, Kind kind, long fromMs, long toMs) {
        steps.add(new ClientStep(new StepOwner.DriverNode(node), new ConnectionStep(kind, at(fromMs), at(toMs), node)));
    }

    /** Adds an attempt that ends with its last stage. */
    private void attempt(int session, Kind kind, long fromMs, Stage... stages) {
        long toNs = stages[stages.length - 1].toNs();
        steps.add(new ClientStep(
                new StepOwner.SingleSession(session),
                new ConnectionStep(kind, at(fromMs), toNs, "08006", List.of(stages))));
    }

    private static Stage stage(StageKind kind, long toMs) {
        return new Stage(kind, at(toMs));
    }

    private void event(long atMs, LogChange change) {
        events.add(new TimedEvent(at(atMs), change, "log", change.name()));
    }

    private OutageAnatomy only(long recoveredMs) {
        List<OutageAnatomy> outages = analyzed(OptionalLong.of(at(recoveredMs)));
        assertThat(outages).hasSize(1);
        assertThat(outages.getFirst().atLeast()).isFalse();
        assertThat(outages.getFirst().toNs()).isEqualTo(at(recoveredMs));
        return outages.getFirst();
    }

    private List<OutageAnatomy> analyzed(OptionalLong recoveredNs) {
        ClusterTimeline cluster = new ClusterTimeline(Optional.empty(), detection, events, errorMs * MS);
        return OutageAnalysis.of(times(recoveredNs), new RunTimelines(client(), cluster, series, criteria()));
    }

    private ClientTimeline client() {
        return new ClientTimeline(ClientTimeline.LOAD, gaps, new ClientSteps(steps, 0));
    }

    private FaultTimes times(OptionalLong recoveredNs) {
        OptionalLong healNs = healMs.isPresent() ? OptionalLong.of(at(healMs.getAsLong())) : OptionalLong.empty();
        return new FaultTimes(at(0), healNs, recoveredNs, at(60_000));
    }

    private BaselineCriteria criteria() {
        return new BaselineCriteria(RecoveryRule.THROUGHPUT_95, Baseline.of(series.between(0, CALM), 5));
    }

    private static PartCause cause(PartKind kind, String why) {
        return new PartCause(kind, why);
    }

    private static Tuple tuple(Object... values) {
        return Tuple.tuple(values);
    }

    private static Tuple tuple(PartKind kind, String why, long ms) {
        return tuple(cause(kind, why), ms);
    }

    private static long at(long ms) {
        return (FAULT_MS + ms) * MS;
    }
}
