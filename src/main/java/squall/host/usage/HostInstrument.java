package squall.host.usage;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import squall.spi.Instrument;
import squall.spi.Metric;
import squall.spi.Reading;

/**
 * What one server takes of this machine, if it runs on it: processor time of its processes, and the size of its folders.
 *
 * <p>Processor time counts from the first reading and only grows, also when the server is started again.
 */
public final class HostInstrument implements Instrument {
    private static final Duration EVERY = Duration.ofSeconds(2);

    /** Folders are walked through less often. */
    private static final int READINGS_BETWEEN_WALKS = 5;

    /** Where a server is to be found. */
    public sealed interface Place {
        /** On this machine. @param pid of the process from which all others of the server descend; empty: only its folders are known */
        record Here(OptionalLong pid, List<Path> folders) implements Place {
            public Here {
                folders = List.copyOf(folders);
            }
        }

        /** Somewhere else, or out of sight. */
        record Elsewhere(String why) implements Place {}
    }

    /** Looks for the server, at each reading anew. */
    public interface Search extends AutoCloseable {
        /** @throws IOException if the server is known to be here, but does not run */
        Place place() throws IOException, InterruptedException;

        @Override
        default void close() {}
    }

    private final String node;
    private final Search search;
    private final Map<Metric, String> absent = new EnumMap<>(Metric.class);
    private long readings;
    private long lastPid;
    private double lastSeconds;
    private double usedSeconds;

    /** @param node as readings name it */
    public HostInstrument(String node, Search search) {
        this.node = node;
        this.search = search;
    }

    @Override
    public String source() {
        return "processes and folders of " + node;
    }

    @Override
    public Duration every() {
        return EVERY;
    }

    @Override
    public List<Reading> read() throws IOException, InterruptedException {
        return switch (search.place()) {
            case Place.Elsewhere(String why) -> {
                absent.put(Metric.CPU_SECONDS, why);
                absent.put(Metric.DISK_BYTES, why);
                yield List.of();
            }
            case Place.Here here -> read(here);
        };
    }

    @Override
    public Map<Metric, String> absent() {
        return Map.copyOf(absent);
    }

    @Override
    public void close() {
        search.close();
        readings = 0; // the next reading is a first one
    }

    private List<Reading> read(Place.Here here) throws IOException {
        List<Reading> read = new ArrayList<>();
        if (here.pid().isPresent()) {
            if (CpuTime.told()) {
                read.add(Reading.of(node, Metric.CPU_SECONDS, used(here.pid().getAsLong())));
            } else {
                absent.put(Metric.CPU_SECONDS, "this machine has no /proc that tells processor time");
            }
        }
        if (readings++ % READINGS_BETWEEN_WALKS == 0) {
            read.add(Reading.of(node, Metric.DISK_BYTES, (double) FolderSize.bytes(here.folders())));
        }
        return read;
    }

    private double used(long pid) throws IOException {
        double seconds = CpuTime.ofTree(pid);
        if (pid == lastPid) {
            // a process that ends just now may be missed for a moment
            usedSeconds += Math.max(0, seconds - lastSeconds);
            lastSeconds = Math.max(lastSeconds, seconds);
        } else {
            usedSeconds += lastPid == 0 ? 0 : seconds;
            lastPid = pid;
            lastSeconds = seconds;
        }
        return usedSeconds;
    }
}
