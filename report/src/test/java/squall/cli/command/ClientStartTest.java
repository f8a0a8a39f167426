package squall.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import squall.cli.command.ClientSettings.Start;
import squall.engine.schedule.ClientSplit;
import squall.engine.schedule.RunEnding;
import squall.results.RunPart;
import squall.spi.ClientBarrier;
import squall.system.CommandException;

/** Test on a clock of its own: it moves while a client sleeps, and by a millisecond with each question to the database. */
class ClientStartTest {
    private static final long NOON = Instant.parse("2026-11-22T12:00:00Z").toEpochMilli();
    private static final int CLIENTS = 3;
    private static final String RUN = "job-1";

    private final Clock clock = new Clock();
    private final Rows rows = new Rows();

    private static final class Clock implements ClientStart.Time {
        private long nowMs = NOON;
        private LongConsumer meanwhile = at -> {};

        @Override
        public long nowMs() {
            return nowMs;
        }

        @Override
        public void sleep(long ms) {
            nowMs += ms;
            meanwhile.accept(nowMs);
        }
    }

    /** Barrier of a database whose clock is two hours ahead. */
    private final class Rows implements ClientBarrier {
        private static final long AHEAD_MS = 7_200_000;

        private final SortedMap<Integer, Long> entered = new TreeMap<>();

        @Override
        public long nowMs() {
            clock.nowMs++;
            return clock.nowMs++ + AHEAD_MS;
        }

        @Override
        public boolean enter(String run, int client, String host) {
            return entered.putIfAbsent(client, clock.nowMs + AHEAD_MS) == null;
        }

        @Override
        public SortedMap<Integer, Long> entered(String run) {
            return new TreeMap<>(entered);
        }
    }

    @Test
    void all_start_a_while_after_the_last_has_signed_in_by_the_databases_clock() throws Exception {
        rows.enter(RUN, 2, "elsewhere");
        clock.meanwhile = now -> {
            if (now > NOON + 40_000) {
                rows.enter(RUN, 0, "elsewhere");
            }
        };
        ClientStart start = together(1, Duration.ofMinutes(1));

        assertThat(start.await(() -> false)).isEmpty();

        long last = Objects.requireNonNull(rows.entered.get(0)) - Rows.AHEAD_MS;
        assertThat(last).isBetween(NOON + 40_000, NOON + 41_000);
        assertThat(clock.nowMs).isEqualTo(last + 1_000 + 2 * (250 + 2 * CLIENTS));
    }

    @Test
    void a_client_that_does_not_come_is_named_after_a_bounded_wait() throws Exception {
        rows.enter(RUN, 2, "elsewhere");
        assertThat(together(1, Duration.ofSeconds(30)).await(() -> false))
                .contains(new RunEnding.CalledOff(
                        "client 0 of 3 did not sign in to run job-1 within 30.0 s (--client-wait)"));
        assertThat(clock.nowMs).isBetween(NOON + 30_000, NOON + 31_000);
    }

    @Test
    void a_client_that_was_started_again_is_refused() throws Exception {
        rows.enter(RUN, 1, "the pod before");
        assertThat(together(1, Duration.ofSeconds(30)).await(() -> false))
                .contains(new RunEnding.CalledOff(
                        "client 1 of run job-1 has signed in before: it was started twice, or again after it had died."
                                + " A part of a run cannot be taken up again; start all clients under another"
                                + " --client-run"));
    }

    @Test
    void a_client_of_a_larger_run_is_noticed() throws Exception {
        rows.enter(RUN, 0, "elsewhere");
        rows.enter(RUN, 7, "elsewhere");
        assertThat(together(1, Duration.ofSeconds(30)).await(() -> false))
                .contains(new RunEnding.CalledOff(
                        "client 7 has signed in to run job-1 of 3 clients, 0 to 2: all must have the same --clients"));
    }

    @Test
    void a_client_that_sees_the_others_too_late_does_not_start() throws Exception {
        rows.enter(RUN, 0, "elsewhere");
        ClientStart start = together(1, Duration.ofSeconds(30));
        clock.meanwhile = now -> {
            rows.enter(RUN, 2, "elsewhere");
            clock.nowMs += 5_000; // this machine was suspended
        };
        assertThat(start.await(() -> false).map(RunEnding::toString).orElse("started"))
                .startsWith("client 1 saw that all had signed in only ")
                .endsWith(" after the others had started");
    }

    @Test
    void a_signal_ends_the_wait() throws Exception {
        assertThat(together(1, Duration.ofMinutes(30)).await(() -> clock.nowMs > NOON + 2_000))
                .isEmpty();
        assertThat(clock.nowMs).isLessThan(NOON + 3_000);
    }

    @Test
    void an_instant_is_one_of_the_databases_clock() throws Exception {
        Instant instant = Instant.ofEpochMilli(NOON + Rows.AHEAD_MS + 10_000);
        ClientStart start = ClientStart.of(settings(1, new Start.At(instant)), Optional.of(rows), clock);
        assertThat(start.await(() -> false)).isEmpty();
        assertThat(clock.nowMs).isEqualTo(NOON + 10_000);
        assertThat(rows.entered).isEmpty();
    }

    @Test
    void an_instant_that_is_over_starts_nothing() throws Exception {
        ClientStart start =
                ClientStart.of(settings(1, new Start.At(Instant.ofEpochMilli(NOON - 3_000))), Optional.empty(), clock);
        assertThat(start.await(() -> false))
                .contains(new RunEnding.CalledOff(
                        "--start-at 2026-11-22T11:59:57Z was 3.0 s ago when client 1 was ready; choose a later time"));
    }

    @Test
    void the_skew_of_the_clocks_is_told_with_its_error() throws Exception {
        assertThat(together(1, Duration.ofMinutes(1)).part())
                .contains(new RunPart(1, CLIENTS, RUN, OptionalDouble.of(Rows.AHEAD_MS), OptionalDouble.of(2)));
    }

    @Test
    void a_database_that_cannot_be_asked_is_unreachable() {
        ClientBarrier broken = new ClientBarrier() {
            @Override
            public long nowMs() throws IOException {
                throw new IOException("db:5432: connection refused");
            }

            @Override
            public boolean enter(String run, int client, String host) {
                return true;
            }

            @Override
            public SortedMap<Integer, Long> entered(String run) {
                return new TreeMap<>();
            }
        };
        assertThatThrownBy(() -> ClientStart.of(
                        settings(0, new Start.Together(RUN, Duration.ofSeconds(1))), Optional.of(broken), clock))
                .hasMessage("comparing clocks: db:5432: connection refused");
    }

    @Test
    void a_database_without_a_place_to_sign_in_needs_an_instant() {
        assertThatThrownBy(() -> ClientStart.of(
                        settings(0, new Start.Together(RUN, Duration.ofSeconds(1))), Optional.empty(), clock))
                .hasMessage(
                        "--client-run: clients cannot sign in to this database; start them with --start-at instead");
    }

    /** Covers an old error: the database was asked only when the tables had been made. */
    @Test
    void a_database_can_be_asked_for_a_place_to_sign_in_before_anything_is_made() throws Exception {
        ClientSettings together = settings(0, new Start.Together(RUN, Duration.ofSeconds(1)));
        assertThatThrownBy(() -> together.requireBarrier(Optional::empty))
                .isInstanceOf(CommandException.class)
                .hasMessage(
                        "--client-run: clients cannot sign in to this database; start them with --start-at instead");
        together.requireBarrier(() -> Optional.of(rows));
        settings(0, new Start.At(Instant.parse("2026-12-01T09:30:00Z"))).requireBarrier(Optional::empty);
        ClientSettings.SINGLE.requireBarrier(Optional::empty);
    }

    @Test
    void the_environment_of_an_indexed_job_is_enough() throws Exception {
        assertThat(settings(
                        "",
                        "",
                        "",
                        "",
                        "",
                        Map.of("JOB_COMPLETION_INDEX", "3", "JOB_COMPLETIONS", "8", "SQUALL_CLIENT_RUN", "uid-1")))
                .isEqualTo(
                        new ClientSettings(new ClientSplit(8, 3), new Start.Together("uid-1", Duration.ofMinutes(5))));
    }

    @Test
    void options_count_more_than_the_environment() throws Exception {
        assertThat(settings(
                        "2",
                        "1",
                        "",
                        "",
                        "2026-12-01T10:30:00+01:00",
                        Map.of("JOB_COMPLETION_INDEX", "3", "JOB_COMPLETIONS", "8", "SQUALL_CLIENT_RUN", "uid-1")))
                .isEqualTo(
                        new ClientSettings(new ClientSplit(2, 1), new Start.At(Instant.parse("2026-12-01T09:30:00Z"))));
    }

    @Test
    void without_any_of_them_a_run_is_not_shared() throws Exception {
        assertThat(settings("", "", "", "", "", Map.of("JOB_COMPLETIONS", "8", "SQUALL_CLIENT_RUN", "uid-1")))
                .isEqualTo(ClientSettings.SINGLE);
    }

    @Test
    void what_is_missing_or_wrong_is_named() {
        refused("of how many?", "", "3", "", "", "", Map.of());
        refused("of how many?", "", "", "", "", "", Map.of("JOB_COMPLETION_INDEX", "3"));
        refused("which one is this?", "8", "", "", "", "", Map.of());
        refused("--client must be a whole number, not 'x'", "8", "x", "r", "", "", Map.of());
        refused("client must be from 0 to 7 (of 8 clients): 8", "8", "8", "r", "", "", Map.of());
        refused("8 clients must start together", "8", "0", "", "", "", Map.of());
        refused("need --clients and --client", "", "", "r", "", "", Map.of());
        refused("contradict each other", "8", "0", "r", "", "2026-12-01T09:30:00Z", Map.of());
        refused("--start-at must be an instant with its time zone", "8", "0", "", "", "09:30", Map.of());
        refused("--client-wait must be a duration", "8", "0", "r", "soon", "", Map.of());
        refused("--client-run must be 1 to 200 letters", "8", "0", "a b", "", "", Map.of());
    }

    @Test
    void the_seed_of_all_clients_follows_from_the_name_of_their_run() throws Exception {
        Map<String, String> none = Map.of();
        assertThat(settings("8", "0", "run-a", "", "", none).seed())
                .isEqualTo(settings("8", "7", "run-a", "", "", none).seed())
                .isNotEqualTo(settings("8", "0", "run-b", "", "", none).seed());
        assertThat(ClientSettings.SINGLE.seed()).isEmpty();
    }

    private ClientStart together(int client, Duration longest) throws Exception {
        return ClientStart.of(settings(client, new Start.Together(RUN, longest)), Optional.of(rows), clock);
    }

    private static ClientSettings settings(int client, Start start) {
        return new ClientSettings(new ClientSplit(CLIENTS, client), start);
    }

    private static ClientSettings settings(
            String clients, String client, String run, String longest, String startAt, Map<String, String> environment)
            throws CommandException {
        return ClientSettings.of(
                new RunOptions(Map.of(
                        "clients", clients,
                        "client", client,
                        "client-run", run,
                        "client-wait", longest,
                        "start-at", startAt)),
                environment);
    }

    private static void refused(
            String why,
            String clients,
            String client,
            String run,
            String longest,
            String startAt,
            Map<String, String> environment) {
        assertThatThrownBy(() -> settings(clients, client, run, longest, startAt, environment))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining(why);
    }
}
