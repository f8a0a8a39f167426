package squall.host.usage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.LongStream;

/** Processor time of a process and its descendants, as Linux counts it. */
final class CpuTime {
    private static final Path PROC = Path.of("/proc");

    /** Of user and system, its own and that of children it has waited for: fields 14 to 17 of proc(5), here counted behind the name. */
    private static final int FIRST_FIELD = 11;

    private static final int FIELDS = 4;

    /** Linux tells user space hundredths of a second on every architecture. */
    private static final double TICKS_PER_SECOND = 100;

    private CpuTime() {}

    /** Whether this machine tells. */
    static boolean told() {
        return Files.isReadable(PROC.resolve("self/stat"));
    }

    /** In seconds, those of children included that have ended. @throws IOException if there is no such process */
    static double ofTree(long root) throws IOException {
        ProcessHandle handle =
                ProcessHandle.of(root).orElseThrow(() -> new IOException("process " + root + " is gone"));
        double seconds = of(root); // first: what ends meanwhile is then missed in this reading, and not counted twice
        for (long pid : handle.descendants().mapToLong(ProcessHandle::pid).toArray()) {
            seconds += ofDescendant(pid);
        }
        return seconds;
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
