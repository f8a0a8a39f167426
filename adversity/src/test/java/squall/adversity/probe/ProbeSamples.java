package squall.adversity.probe;

import java.time.Duration;
import squall.adversity.probe.ConsistencyProbes.ProbeTimeouts;
import squall.scenario.ProbeSettings;
import squall.scenario.ProbeSettings.Register.RegisterMode;

/** Settings of probes for tests. */
final class ProbeSamples {
    static final ProbeTimeouts SHORT =
            new ProbeTimeouts(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofMillis(50), 4);

    /** Every probe but that of isolation. */
    static final ProbeSettings ALL = ProbeSettings.NONE
            .with(new ProbeSettings.Lanes(1, 20, Duration.ofSeconds(1)))
            .with(new ProbeSettings.Ledger(3, 300))
            .with(new ProbeSettings.Register(8, 200, RegisterMode.LINEARIZABLE))
            .with(new ProbeSettings.Bank(5, 100))
            .with(new ProbeSettings.Counter(4, 200));

    private ProbeSamples() {}
}
