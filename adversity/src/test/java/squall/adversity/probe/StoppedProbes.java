package squall.adversity.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import squall.adversity.probe.ConsistencyProbes.ProbeStores;
import squall.adversity.probe.intent.IntentLog;
import squall.scenario.ProbeSettings;

/** Probes that ran for a while, to be judged. */
final class StoppedProbes {
    private static final int ANSWERS = 20;

    private StoppedProbes() {}

    /** Starts probes, and stops them after each lane had some answers. @param directory of the run */
    static ConsistencyProbes in(Path directory, ProbeSettings settings, ProbeStores stores, IntentLog intents)
            throws IOException, InterruptedException {
        ConsistencyProbes probes = ConsistencyProbes.open(settings, stores, ProbeSamples.SHORT);
        probes.keepIn(directory);
        long beganNs = System.nanoTime();
        probes.start(() -> System.nanoTime() - beganNs, intents);
        while (probes.lanes().stream().anyMatch(lane -> lane.completions().size() <= ANSWERS)) {
            if (System.nanoTime() > beganNs + Duration.ofMinutes(2).toNanos()) {
                throw new AssertionError("not within 120 s");
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        probes.stop();
        return probes;
    }
}
