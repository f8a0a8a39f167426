package squall.ycsb.output;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import squall.run.RunListener;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.ycsb.workload.PartNames;

/**
 * Every sample of a run as a line {@code READ,1795225919565,173}: operation, wall clock at completion in ms, latency in us; written as
 * they come, in blocks of each session, behind what the file held.
 *
 * <p>Written by all sessions' threads, a block at a time; closed once by the thread that made it.
 */
final class RawSamples implements RunListener, Closeable {
    private static final int BLOCK = 1 << 16;

    private final Path file;
    private final Interval interval;
    private final BufferedWriter out;
    private final Set<String> headed = new HashSet<>();
    private volatile long startedAtEpochMs;
    private @Nullable IOException failure;

    /** @throws IOException if the file cannot be opened */
    RawSamples(Path file, Interval interval) throws IOException {
        this.file = file;
        this.interval = interval;
        try {
            this.out = Files.newBufferedWriter(
                    file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new IOException("measurement.raw.output_file=" + file + " cannot be written: " + e, e);
        }
    }

    /** A load whose every record also goes to the file. */
    Load watched(Load load) {
        return new SampledLoad(load, Block::new);
    }

    @Override
    public void started(long atEpochMs) {
        startedAtEpochMs = atEpochMs;
    }

    /** @throws IOException if any sample could not be written */
    @Override
    public synchronized void close() throws IOException {
        out.close();
        if (failure != null) {
            throw failure;
        }
    }

    private synchronized void write(CharSequence block, Set<String> operations) {
        try {
            for (String operation : operations) {
                if (headed.add(operation)) {
                    out.write(operation + " latency raw data: op, timestamp(ms), latency(us)\n");
                }
            }
            out.append(block);
        } catch (IOException e) {
            if (failure == null) {
                failure =
                        new IOException("measurement.raw.output_file=" + file + " could not be written whole: " + e, e);
            }
        }
    }

    /** What one session has seen since its last block; used by that session's thread. */
    final class Block implements SampleSink {
        private final StringBuilder text = new StringBuilder();
        private final Set<String> operations = new HashSet<>();

        @Override
        public void add(Operation operation, long dueNs, long sentNs, long doneNs, Outcome outcome) {
            String reported = PartNames.reported(operation.name());
            String name = outcome instanceof Outcome.Ok ? reported : reported + "-FAILED";
            if (interval != Interval.INTENDED) {
                line(name, doneNs, doneNs - sentNs);
            }
            if (interval != Interval.OP) {
                line(interval == Interval.BOTH ? "Intended-" + name : name, doneNs, doneNs - dueNs);
            }
            if (text.length() > BLOCK) {
                flush();
            }
        }

        @Override
        public void flush() {
            write(text, operations);
            text.setLength(0);
        }

        private void line(String name, long doneNs, long latencyNs) {
            operations.add(name);
            text.append(name)
                    .append(',')
                    .append(startedAtEpochMs + doneNs / 1_000_000)
                    .append(',')
                    .append(latencyNs / 1000)
                    .append('\n');
        }
    }
}
