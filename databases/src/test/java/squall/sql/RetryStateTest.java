package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.RetryState.AttemptFailure.Remedy;
import squall.sql.RetryState.Next;

class RetryStateTest {
    private static final Outcome.Unknown LOST = new Outcome.Unknown(new ErrorCode(ErrorKind.CONNECTION, "08006"), "");
    private static final Outcome.Refused GONE = new Outcome.Refused(new ErrorCode(ErrorKind.CONNECTION, "57P01"), "");
    private static final Outcome.Refused COLLIDED =
            new Outcome.Refused(new ErrorCode(ErrorKind.SERIALIZATION, "40001"), "");

    @Test
    void a_collision_is_tried_again_up_to_the_bound() {
        RetryState retry = retry(WorkEffect.ONCE, 2);
        RetryState.AttemptFailure collision = new RetryState.AttemptFailure(COLLIDED, Remedy.RETRY);
        assertThat(retry.next(collision, 0)).isEqualTo(Next.AFTER_PAUSE);
        assertThat(retry.next(collision, 0)).isEqualTo(Next.AFTER_PAUSE);
        assertThat(retry.next(collision, 0)).isEqualTo(Next.GIVE_UP);
    }

    @Test
    void what_must_happen_once_is_not_sent_again_after_a_lost_answer() {
        assertThat(retry(WorkEffect.ONCE, 10).next(new RetryState.AttemptFailure(LOST, Remedy.RECONNECT), 0))
                .isEqualTo(Next.GIVE_UP);
    }

    @Test
    void what_was_certainly_not_applied_is_sent_again_whatever_it_is() {
        assertThat(retry(WorkEffect.ONCE, 10).next(new RetryState.AttemptFailure(GONE, Remedy.RECONNECT), 0))
                .isEqualTo(Next.AT_ONCE);
    }

    @Test
    void what_is_harmless_twice_is_sent_again_after_a_lost_answer() {
        assertThat(retry(WorkEffect.IDEMPOTENT, 10).next(new RetryState.AttemptFailure(LOST, Remedy.RECONNECT), 0))
                .isEqualTo(Next.AT_ONCE);
    }

    @Test
    void nothing_is_sent_again_after_the_time_for_reconnecting() {
        assertThat(retry(WorkEffect.IDEMPOTENT, 10)
                        .next(new RetryState.AttemptFailure(LOST, Remedy.RECONNECT), 1_000_000_000))
                .isEqualTo(Next.GIVE_UP);
    }

    @ParameterizedTest
    @EnumSource(WorkEffect.class)
    void a_timeout_is_final(WorkEffect effect) {
        var timeout = new Outcome.Refused(new ErrorCode(ErrorKind.TIMEOUT, "08006"), "");
        assertThat(retry(effect, 10).next(new RetryState.AttemptFailure(timeout, Remedy.RECONNECT), 0))
                .isEqualTo(Next.GIVE_UP);
    }

    @Test
    void a_lost_answer_stays_lost_if_the_next_attempt_is_refused() {
        RetryState retry = retry(WorkEffect.IDEMPOTENT, 10);
        retry.next(new RetryState.AttemptFailure(LOST, Remedy.RECONNECT), 0);
        retry.next(new RetryState.AttemptFailure(GONE, Remedy.RECONNECT), 0);
        assertThat(retry.outcome(GONE)).isEqualTo(LOST);
        assertThat(retry.outcome(Outcome.OK)).isEqualTo(Outcome.OK);
    }

    private static RetryState retry(WorkEffect effect, int retries) {
        return new RetryState(effect, retries, Duration.ofSeconds(1), 0);
    }
}
