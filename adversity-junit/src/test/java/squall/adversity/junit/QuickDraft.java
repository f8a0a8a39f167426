package squall.adversity.junit;

import static java.time.Duration.ofSeconds;

import java.util.Map;
import squall.scenario.Rate;
import squall.scenario.RecoveryRule;
import squall.scenario.Windows;
import squall.scenario.dsl.Draft;

/** The beginning of scenarios that take seconds. */
final class QuickDraft {
    private QuickDraft() {}

    /** Under the toy load, with its baseline and no phase yet. */
    static Draft on(String cluster, Map<String, String> options) {
        return Draft.named("toy")
                .seed(7)
                .on(cluster, options)
                .under("toy", Map.of())
                .rate(new Rate.Fixed(20))
                .windows(new Windows(ofSeconds(1), ofSeconds(2), ofSeconds(5)))
                .recovery(new RecoveryRule.Given(ofSeconds(1), ofSeconds(2), 0.5, 100, ofSeconds(1)))
                .baseline(ofSeconds(2));
    }
}
