package squall.adversity.cli;

import java.util.Locale;
import java.util.Optional;
import squall.engine.ClientPolicyLoad;

/**
 * Record of what a client policy did in a run; its JSON is a file of the run directory.
 *
 * @param attemptsPerRequest 1 if nothing was tried again
 * @param hedges empty if the policy does not hedge
 */
record ClientPolicyRecord(
        int schemaVersion,
        double attemptsPerRequest,
        ClientPolicyLoad.ClientCounts counts,
        Optional<ClientPolicyLoad.HedgeCounts> hedges) {
    static final String NAME = "client-policy.json";
    private static final int SCHEMA_VERSION = 1;

    static ClientPolicyRecord of(ClientPolicyLoad.ClientCounts counts, Optional<ClientPolicyLoad.HedgeCounts> hedges) {
        return new ClientPolicyRecord(SCHEMA_VERSION, counts.amplification(), counts, hedges);
    }

    String line() {
        return String.format(
                        Locale.ROOT,
                        "client policy: %.2f attempts per request (%,d for %,d); the client gave up %,d, of which %,d were performed"
                                + " all the same; not sent: retry budget %,d, circuit breaker %,d, full queue %,d",
                        attemptsPerRequest,
                        counts.attempts(),
                        counts.requests(),
                        counts.timeouts(),
                        counts.wasted(),
                        counts.budgetSpent(),
                        counts.circuitOpen(),
                        counts.queueFull())
                + hedges.map(ClientPolicyRecord::text).orElse("");
    }

    private static String text(ClientPolicyLoad.HedgeCounts hedges) {
        return String.format(
                Locale.ROOT,
                "; hedged %,d, of which %,d were answered first; the slower ones: %,d ok, %,d failed, %,d dropped",
                hedges.sent(),
                hedges.won(),
                hedges.losersOk(),
                hedges.losersFailed(),
                hedges.losersDropped());
    }
}
