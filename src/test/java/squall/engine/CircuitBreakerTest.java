package squall.engine;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static squall.engine.CircuitBreaker.Permission.REFUSED;
import static squall.engine.CircuitBreaker.Permission.SENT;
import static squall.engine.CircuitBreaker.Permission.TRIED;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.scenario.ClientPolicy.CircuitBreakerRule;

class CircuitBreakerTest {
    private static final long SECOND = 1_000_000_000;

    private final CircuitBreaker breaker = new CircuitBreaker(new CircuitBreakerRule(0.5, 4, ofSeconds(5)));

    @Test
    void it_stays_closed_until_it_knows_enough_attempts() {
        ended(false, false, false);
        assertThat(breaker.ask(0)).isEqualTo(SENT);
    }

    @Test
    void it_opens_when_half_of_the_last_attempts_failed() {
        ended(true, true, true, true, false);
        assertThat(breaker.ask(0)).isEqualTo(SENT);
        ended(false);
        assertThat(breaker.ask(0)).isEqualTo(REFUSED);
        assertThat(breaker.ask(5 * SECOND - 1)).isEqualTo(REFUSED);
    }

    /** Covers an old error: some shares, such as these, took one failure more. */
    @ParameterizedTest
    @ValueSource(ints = {7, 14, 28, 55, 56})
    void it_opens_at_exactly_the_share_of_the_rule(int percent) {
        var each = new CircuitBreaker(new CircuitBreakerRule(percent / 100.0, 100, ofSeconds(5)));
        for (int call = 1; call < 100; call++) {
            each.ended(SENT, call > percent - 1, 0);
        }
        assertThat(each.ask(0)).isEqualTo(SENT);
        each.ended(SENT, false, 0);
        assertThat(each.ask(0)).isEqualTo(REFUSED);
    }

    @Test
    void one_attempt_is_tried_and_its_success_closes_it() {
        ended(false, false, false, false);
        assertThat(breaker.ask(5 * SECOND)).isEqualTo(TRIED);
        assertThat(breaker.ask(5 * SECOND)).isEqualTo(REFUSED);
        breaker.ended(TRIED, true, 5 * SECOND);
        assertThat(breaker.ask(5 * SECOND)).isEqualTo(SENT);
        ended(false, false, false);
        assertThat(breaker.ask(5 * SECOND))
                .as("it has forgotten the earlier ones")
                .isEqualTo(SENT);
    }

    @Test
    void a_failed_trial_opens_it_again_and_an_attempt_from_before_does_not_count() {
        ended(false, false, false, false);
        assertThat(breaker.ask(6 * SECOND)).isEqualTo(TRIED);
        breaker.ended(SENT, true, 6 * SECOND);
        assertThat(breaker.ask(6 * SECOND)).isEqualTo(REFUSED);
        breaker.ended(TRIED, false, 7 * SECOND);
        assertThat(breaker.ask(12 * SECOND - 1)).isEqualTo(REFUSED);
        assertThat(breaker.ask(12 * SECOND)).isEqualTo(TRIED);
    }

    private void ended(boolean... ok) {
        for (boolean each : ok) {
            breaker.ended(SENT, each, 0);
        }
    }
}
