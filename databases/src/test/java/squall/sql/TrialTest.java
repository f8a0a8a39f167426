package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.Failure.Remedy;
import squall.sql.Trial.Next;

class TrialTest {
    private static final Outcome.Unknown LOST = new Outcome.Unknown(new ErrorCode(ErrorKind.CONNECTION, "08006"), "");
    private static final Outcome.Refused GONE = new Outcome.Refused(new ErrorCode(ErrorKind.CONNECTION, "57P01"), "");
    private static final Outcome.Refused COLLIDED =
            new Outcome.Refused(new ErrorCode(ErrorKind.SERIALIZATION, "40001"), "");

    @Test
    void a_collision_is_tried_again_up_to_the_bound() {
        Trial trial = trial(Effect.ONCE, 2);
        Failure collision = new Failure(COLLIDED, Remedy.RETRY);
        assertThat(trial.next(collision, 0)).isEqualTo(Next.AFTER_PAUSE);
        assertThat(trial.next(collision, 0)).isEqualTo(Next.AFTER_PAUSE);
        assertThat(trial.next(collision, 0)).isEqualTo(Next.GIVE_UP);
    }

    @Test
    void what_must_happen_once_is_not_sent_again_after_a_lost_answer() {
        assertThat(trial(Effect.ONCE, 10).next(new Failure(LOST, Remedy.RECONNECT), 0))
                .isEqualTo(Next.GIVE_UP);
    }

    @Test
    void what_was_certainly_not_applied_is_sent_again_whatever_it_is() {
        assertThat(trial(Effect.ONCE, 10).next(new Failure(GONE, Remedy.RECONNECT), 0))
                .isEqualTo(Next.AT_ONCE);
    }

    @Test
    void what_is_harmless_twice_is_sent_again_after_a_lost_answer() {
        assertThat(trial(Effect.IDEMPOTENT, 10).next(new Failure(LOST, Remedy.RECONNECT), 0))
                .isEqualTo(Next.AT_ONCE);
    }

    @Test
    void nothing_is_sent_again_after_the_time_for_reconnecting() {
        assertThat(trial(Effect.IDEMPOTENT, 10).next(new Failure(LOST, Remedy.RECONNECT), 1_000_000_000))
                .isEqualTo(Next.GIVE_UP);
    }

    @ParameterizedTest
    @EnumSource(Effect.class)
    void a_timeout_is_final(Effect effect) {
        var timeout = new Outcome.Refused(new ErrorCode(ErrorKind.TIMEOUT, "08006"), "");
        assertThat(trial(effect, 10).next(new Failure(timeout, Remedy.RECONNECT), 0))
                .isEqualTo(Next.GIVE_UP);
    }

    @Test
    void a_lost_answer_stays_lost_if_the_next_attempt_is_refused() {
        Trial trial = trial(Effect.IDEMPOTENT, 10);
        trial.next(new Failure(LOST, Remedy.RECONNECT), 0);
        trial.next(new Failure(GONE, Remedy.RECONNECT), 0);
        assertThat(trial.outcome(GONE)).isEqualTo(LOST);
        assertThat(trial.outcome(Outcome.OK)).isEqualTo(Outcome.OK);
    }

    private static Trial trial(Effect effect, int retries) {
        return new Trial(effect, retries, Duration.ofSeconds(1), 0);
    }
}
