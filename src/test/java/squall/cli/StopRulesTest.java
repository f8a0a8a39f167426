package squall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.engine.schedule.StopRule;

class StopRulesTest {
    @Test
    void all_three_rules_can_hold_at_once() {
        assertThat(StopRules.parse("no-success:30s, error-share:0.5,errors:1000"))
                .hasValue(List.of(
                        new StopRule.NoSuccess(Duration.ofSeconds(30)),
                        new StopRule.ErrorShare(0.5),
                        new StopRule.Errors(1000)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "errors", "errors:0", "errors:-1", "error-share:1", "no-success:0s", "no-success:x", "a:1"})
    void what_is_no_rule_is_refused(String text) {
        assertThat(StopRules.parse(text)).isEmpty();
    }
}
