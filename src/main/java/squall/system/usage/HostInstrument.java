package squall.system.usage;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import squall.spi.Instrument;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;
import squall.system.FileTrees;

/**
 * Instrument of one server's use of this machine, if it runs on it: processor time of its processes, and the size of its folders.
 *
 * <p>Processor time counts from the first reading and only grows, also when the server is restarted.
 */
public final class HostInstrument implements Instrument {
    private static final Duration EVERY = Duration.ofSeconds(2);

    /** Number of readings between two walks through the folders. */
    private static final int READINGS_BETWEEN_WALKS = 5;

    /** Place of a server. */
    public sealed interface Place {
        /**
         * Place on this machine. @param pid of the process from which all others of the server descend; empty: only its folders are known
         */
        record Here(OptionalLong pid, List<Path> folders) implements Place {
            public Here {
                folders = List.copyOf(folders);
            }
        }

        /** Place on another machine, or not visible. */
        record Elsewhere(String why) implements Place {}
    }

    /** Search for the server, repeated at each reading. */
    public interface ServerSearch extends AutoCloseable {
        /** @throws IOException if the server is known to be here, but does not run */
        Place place() throws IOException, InterruptedException;

        @Override
        default void close() {}
    }

    private final String node;
    private final ServerSearch search;
    private final Map<ServerMetric, String> absent = new EnumMap<>(ServerMetric.class);
    private long readings;
    private long lastPid;
    private double lastSeconds;
    private double usedSeconds;

    /** @param node as readings name it */
    public HostInstrument(String node, ServerSearch search) {
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
    public List<InstrumentReading> read() throws IOException, InterruptedException {
        return switch (search.place()) {
            case Place.Elsewhere(String why) -> {
                absent.put(ServerMetric.CPU_SECONDS, why);
                absent.put(ServerMetric.DISK_BYTES, why);
                yield List.of();
            }
            case Place.Here here -> read(here);
        };
    }

    @Override
    public Map<ServerMetric, String> absent() {
        return Map.copyOf(absent);
    }

    @Override
    public void close() {
        search.close();
        readings = 0; // the next reading is a first one
    }

    private List<InstrumentReading> read(Place.Here here) throws IOException {
        List<InstrumentReading> read = new ArrayList<>();
        if (here.pid().isPresent()) {
            if (CpuTime.known()) {
                read.add(InstrumentReading.of(
                        node, ServerMetric.CPU_SECONDS, used(here.pid().getAsLong())));
            } else {
                absent.put(ServerMetric.CPU_SECONDS, "this machine has no /proc with processor times");
            }
        }
        if (readings++ % READINGS_BETWEEN_WALKS == 0) {
            double bytes = 0;
            for (Path folder : here.folders()) {
                bytes += FileTrees.bytes(folder, FileVisitOption.FOLLOW_LINKS);
            }
            read.add(InstrumentReading.of(node, ServerMetric.DISK_BYTES, bytes));
        }
        return read;
    }

    private double used(long pid) throws IOException {
        double seconds = CpuTime.ofTree(pid);
        if (pid == lastPid) {
            // a process that has just ended may be missed for a moment
            usedSeconds += Math.max(0, seconds - lastSeconds);
            lastSeconds = Math.max(lastSeconds, seconds);
        } else {
            usedSeconds += lastPid == 0 ? 0 : seconds;
            lastPid = pid;
            lastSeconds = seconds;
        }
        return usedSeconds;
    }

    /** Time that processors spent on a process and its descendants, as Linux counts it. */
    static final class CpuTime {
        private static final Path PROC = Path.of("/proc");

        /**
         * Index of the first field, counted behind the name: user and system time, its own and that of children it has waited for, fields
         * 14 to 17 of proc(5).
         */
        private static final int FIRST_FIELD = 11;

        private static final int FIELDS = 4;

        /** Unit of times in /proc: hundredths of a second, to user space on every architecture. */
        private static final double TICKS_PER_SECOND = 100;

        private static final int ATTEMPTS = 20;

        private CpuTime() {}

        /** Returns whether this machine has these times. */
        static boolean known() {
            return Files.isReadable(PROC.resolve("self/stat"));
        }

        /**
         * Returns seconds, those of children included that have ended. The sessions of a server end all at once with the measured run, and
         * one whose parent takes over its time during the read is in neither figure: then it reads again.
         *
         * @throws IOException if there is no such process
         */
        static double ofTree(long root) throws IOException {
            ProcessHandle handle =
                    ProcessHandle.of(root).orElseThrow(() -> new IOException("process " + root + " is gone"));
            for (int attempt = 1; ; attempt++) {
                double own = of(root); // first: a process that ends meanwhile is missed rather than counted twice
                double seconds = own;
                for (long pid :
                        handle.descendants().mapToLong(ProcessHandle::pid).toArray()) {
                    seconds += ofDescendant(pid);
                }
                if (attempt == ATTEMPTS || of(root) == own) {
                    return seconds;
                }
            }
        }

        private static double ofDescendant(long pid) throws IOException {
            try {
                return of(pid);
            } catch (NoSuchFileException e) {
                return 0; // it has ended, and its parent has its time
            } catch (IOException e) {
                if (Files.exists(PROC.resolve(Long.toString(pid)))) {
                    throw e;
                }
                return 0; // likewise, between open and read
            }
        }

        private static double of(long pid) throws IOException {
            String stat = Files.readString(PROC.resolve(pid + "/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1); // the name may hold anything
            return LongStream.of(Arrays.stream(fields, FIRST_FIELD, FIRST_FIELD + FIELDS)
                                    .mapToLong(Long::parseLong)
                                    .toArray())
                            .sum()
                    / TICKS_PER_SECOND;
        }
    }
}
