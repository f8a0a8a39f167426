package squall.adversity.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import squall.adversity.probe.intent.WriteIntents;
import squall.check.DataAnomaly;
import squall.results.ProbeStatus;
import squall.spi.Outcome;

/**
 * Progress of the probes: counts the outcomes of their writes and keeps {@link ProbeStatus} in the run directory, for those who watch the
 * run. Probes may call it from any thread; all other methods are called by one thread.
 */
public final class ProbeProgress implements WriteIntents {
    private static final Logger LOG = LoggerFactory.getLogger(ProbeProgress.class);

    private final WriteIntents intents;
    private final ConsistencyProbes probes;
    private final Path directory;
    private final Map<String, Counts> counts = new ConcurrentHashMap<>();
    private final Map<String, Long> lost = new TreeMap<>();
    private boolean failed;

    private record Counts(LongAdder acknowledged, LongAdder refused, LongAdder unknown, LongAdder anomalies) {
        Counts() {
            this(new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder());
        }

        ProbeStatus.Writes writes(OptionalLong lost) {
            return new ProbeStatus.Writes(acknowledged.sum(), refused.sum(), unknown.sum(), anomalies.sum(), lost);
        }
    }

    /**
     * @param intents receives every event first
     * @param directory of the run
     */
    public ProbeProgress(WriteIntents intents, ConsistencyProbes probes, Path directory) {
        this.intents = intents;
        this.probes = probes;
        this.directory = directory;
    }

    @Override
    public void sending(WriteIntents.ProbeWrite write) throws IOException {
        intents.sending(write);
    }

    @Override
    public void ended(WriteIntents.ProbeWrite write, Outcome outcome, long atNs, String endpoint) {
        intents.ended(write, outcome, atNs, endpoint);
        Counts of = of(write.probe());
        switch (outcome) {
            case Outcome.Ok ok -> of.acknowledged().increment();
            case Outcome.Refused refused -> of.refused().increment();
            case Outcome.Unknown unknown -> of.unknown().increment();
        }
    }

    @Override
    public void found(String probe, DataAnomaly anomaly, String example) {
        intents.found(probe, anomaly, example);
        of(probe).anomalies().increment();
    }

    @Override
    public void removing() throws IOException {
        intents.removing();
    }

    private Counts of(String probe) {
        return counts.computeIfAbsent(probe, name -> new Counts());
    }

    /** Records the lost writes that a probe's final read found. */
    public void judged(ProbeFinding finding) {
        switch (finding.check().verdict()) {
            case PASSED, FAILED -> lost.put(finding.probe(), finding.counts().getOrDefault(DataAnomaly.LOST, 0L));
            case UNDECIDED, SKIPPED -> {} // how many are lost is still not known
        }
    }

    /** Replaces the status file; after a first failure it is no longer written, because monitoring must not disturb a run. */
    public void keep(long atSecond) {
        if (failed) {
            return;
        }
        Map<String, ProbeStatus.Writes> writes = counts.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, each -> each.getValue().writes(lost(each.getKey()))));
        try {
            new ProbeStatus((double) atSecond, probes.laneStates((double) atSecond), writes).write(directory);
        } catch (IOException e) {
            failed = true;
            LOG.warn("{} cannot be written, so the live page does not show the probes", ProbeStatus.NAME, e);
        }
    }

    private OptionalLong lost(String probe) {
        Long found = lost.get(probe);
        return found == null ? OptionalLong.empty() : OptionalLong.of(found);
    }

    /** Deletes the status file, because the summary contains all of it from now on. */
    public void end() throws IOException {
        Files.deleteIfExists(directory.resolve(ProbeStatus.NAME));
    }
}
