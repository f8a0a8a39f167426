package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackoffTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3})
    void each_wait_is_a_share_of_a_doubling_bound_up_to_the_limit(long seed) {
        Backoff backoff = backoff(seed);
        for (int boundMs : new int[] {25, 50, 100, 200, 400, 800, 1000, 1000}) {
            assertThat(backoff.nextNs())
                    .isBetween(0L, Duration.ofMillis(boundMs).toNanos());
        }
    }

    @Test
    void waits_reach_far_into_their_range() {
        Backoff backoff = backoff(7);
        long longest = LongStream.range(0, 200).map(i -> backoff.nextNs()).max().orElseThrow();
        assertThat(Duration.ofNanos(longest)).isBetween(Duration.ofMillis(900), Duration.ofSeconds(1));
    }

    @Test
    void a_seed_repeats_its_waits_and_another_one_differs() {
        assertThat(waits(1)).isEqualTo(waits(1)).isNotEqualTo(waits(2));
    }

    @Test
    void after_a_success_waits_are_short_again() {
        Backoff backoff = backoff(3);
        LongStream.range(0, 30).forEach(i -> backoff.nextNs());
        backoff.reset();
        assertThat(backoff.nextNs()).isLessThanOrEqualTo(Duration.ofMillis(25).toNanos());
    }

    @Test
    void a_pause_ends_when_the_run_is_ending() throws InterruptedException {
        TestTurn turn = new TestTurn();
        turn.stop();
        assertThat(Backoff.pause(turn, Duration.ofHours(1).toNanos())).isFalse();
    }

    private static long[] waits(long seed) {
        Backoff backoff = backoff(seed);
        return LongStream.range(0, 5).map(i -> backoff.nextNs()).toArray();
    }

    private static Backoff backoff(long seed) {
        return new Backoff(Duration.ofMillis(25), Duration.ofSeconds(1), seed);
    }
}
