package squall.cli.report.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.report.browse.ListedRun;
import squall.report.browse.RunCurve;
import squall.results.recorded.RecordedRun;
import squall.results.recorded.RunOutline;
import squall.system.FileErrors;
import squall.system.FileTrees;
import squall.system.InvalidFileException;

/**
 * Folder of runs, which are read again when their files have changed. Only directories of the folder itself are runs; symbolic links, and
 * special files in a run, are never followed. Thread-safe.
 */
final class ResultsFolder {
    /** Files that are read to list a run. */
    private static final List<String> LISTED = List.of("manifest.json", "summary.json");

    /** Maximum size of a record; no run of Squall has a larger one. */
    private static final long MOST_RECORD_BYTES = 32L << 20;

    /** Maximum size of a file: larger ones would exhaust the server's memory; ten hours of five operations are a tenth of it. */
    private static final long MOST_FILE_BYTES = 512L << 20;

    private static final int MOST_FILES = 10_000;
    private static final int DEPTH = 4;
    private static final int MOST_CURVES = 1000;
    private static final long FRESH_NS = 500_000_000L;
    private static final long LONGEST_FRESH_NS = 5_000_000_000L;

    /** Minimum ratio of pause to reading time, which limits the processor time spent on a large folder. */
    private static final int LEAST_PAUSES = 20;

    private final Path folder;
    private final Map<String, Known> known = new ConcurrentHashMap<>();
    private final Map<String, Curve> curves = new ConcurrentHashMap<>();
    private List<ListedRun> listed = List.of();

    /** Directories of the last scan by their names, so that a request need not scan all of them again. */
    private volatile Map<String, Path> there = Map.of();

    private long version;
    private long lookedNs;
    private long tookNs;
    private final Lock lock = new ReentrantLock();

    /** Run as it was last read. @param stamp of its files then */
    private record Known(String stamp, ListedRun run) {}

    private record Curve(String stamp, String svg) {}

    /** List of the runs at one moment; {@code runs.json}. @param folder as the user named it @param version changes whenever a row has changed */
    record Listing(String folder, long version, List<ListedRun> runs) {}

    ResultsFolder(Path folder) {
        this.folder = folder;
    }

    Path path() {
        return folder;
    }

    /**
     * Returns the runs as they are now, or were half a second ago; of a large folder, up to five seconds. @throws IOException if the folder
     * itself cannot be read
     */
    Listing listing() throws IOException {
        lock.lock();
        try {
            long freshNs = Math.clamp(LEAST_PAUSES * tookNs, FRESH_NS, LONGEST_FRESH_NS);
            if (version == 0 || System.nanoTime() - lookedNs > freshNs) {
                long began = System.nanoTime();
                look();
                lookedNs = System.nanoTime();
                tookNs = lookedNs - began;
            }
            return new Listing(folder.toString(), version, listed);
        } finally {
            lock.unlock();
        }
    }

    /** Reads all runs, so that the first listing need not. @throws IOException if the folder itself cannot be read */
    void readAhead() throws IOException {
        lock.lock();
        try {
            directories().parallelStream().forEach(this::row);
        } finally {
            lock.unlock();
        }
    }

    private void look() throws IOException {
        List<Path> directories = directories();
        List<ListedRun> now = directories.parallelStream().map(this::row).toList();
        there = directories.stream()
                .collect(Collectors.toUnmodifiableMap(
                        directory -> directory.getFileName().toString(), Function.identity()));
        known.keySet().retainAll(there.keySet());
        if (version == 0 || !now.equals(listed)) {
            listed = now;
            version++;
        }
    }

    /** Finds the directory of a run by the name in a request: one of the existing ones, or none. */
    Optional<Path> directory(String name) throws IOException {
        Path listed = there.get(name);
        if (listed != null && isRun(listed)) {
            return Optional.of(listed);
        }
        return directories().stream()
                .filter(directory -> directory.getFileName().toString().equals(name))
                .findFirst();
    }

    /** Reads a run, all of whose files must be its own. @throws IOException if one is not, or is damaged */
    static RecordedRun read(Path directory) throws IOException {
        requireOwn(directory);
        return RecordedRun.read(directory);
    }

    /** Returns the small picture of a run. */
    String curve(Path directory) throws IOException {
        String name = directory.getFileName().toString();
        String stamp = stamp(directory, List.of("timeseries.csv", "phases.json", "summary.json"));
        Curve last = curves.get(name);
        if (last != null && last.stamp().equals(stamp)) {
            return last.svg();
        }
        RecordedRun run = read(directory);
        String svg = RunCurve.svg(run.seconds(), run.windows(), run.summary());
        if (curves.size() >= MOST_CURVES) {
            curves.clear();
        }
        curves.put(name, new Curve(stamp, svg));
        return svg;
    }

    private List<Path> directories() throws IOException {
        return FileTrees.entries(folder).stream()
                .filter(entry -> !entry.getFileName().toString().startsWith(".") && isRun(entry))
                .toList();
    }

    /** Returns whether the entry may be a run; an unreadable directory may be one, and the list shows why it cannot be read. */
    private static boolean isRun(Path entry) {
        return Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)
                && !Files.notExists(entry.resolve(LISTED.getFirst()), LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns the row of a run; a run under way is read each time, as it may have been killed without a trace in its files. */
    private ListedRun row(Path directory) {
        String name = directory.getFileName().toString();
        try {
            String stamp = stamp(directory, LISTED);
            Known last = known.get(name);
            if (last != null && last.stamp().equals(stamp) && !last.run().running()) {
                return last.run();
            }
            ListedRun run = listed(directory);
            known.put(name, new Known(stamp, run));
            return run;
        } catch (IOException e) {
            return ListedRun.broken(name, FileErrors.message(e));
        }
    }

    private ListedRun listed(Path directory) throws IOException {
        String name = directory.getFileName().toString();
        try {
            for (String file : LISTED) {
                requireOwnFile(directory.resolve(file), MOST_RECORD_BYTES);
            }
            return ListedRun.of(RunOutline.read(directory));
        } catch (IOException e) {
            return ListedRun.broken(name, FileErrors.message(e).replace(directory + "/", ""));
        } catch (RuntimeException e) { // a record can contain anything, and one bad run must not hide the others
            return ListedRun.broken(name, "a record of it holds what no run writes: " + e.getMessage());
        }
    }

    /** Computes a stamp of the files that changes when they do. */
    static String stamp(Path directory, List<String> files) throws IOException {
        StringBuilder stamp = new StringBuilder();
        for (String file : files) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(
                        directory.resolve(file), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                stamp.append(attributes.lastModifiedTime().toMillis())
                        .append('/')
                        .append(attributes.size())
                        .append(' ');
            } catch (NoSuchFileException e) {
                stamp.append("none ");
            }
        }
        return stamp.toString();
    }

    /** Checks that all files of a run are plain files in it, and of a size that can be read. */
    private static void requireOwn(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory, DEPTH, new FileVisitOption[0])) {
            List<Path> files = all.skip(1).limit(MOST_FILES + 1L).toList();
            if (files.size() > MOST_FILES) {
                throw new InvalidFileException(directory + " holds more than " + MOST_FILES + " files");
            }
            for (Path file : files) {
                if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                    requireOwnFile(
                            file, LISTED.contains(file.getFileName().toString()) ? MOST_RECORD_BYTES : MOST_FILE_BYTES);
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void requireOwnFile(Path file, long most) throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isRegularFile()) {
                throw new InvalidFileException(
                        file + " is " + (attributes.isSymbolicLink() ? "a symbolic link" : "no plain file")
                                + "; the server reads nothing but plain files of the folder");
            }
            if (attributes.size() > most) {
                throw new InvalidFileException(
                        file + " has " + (attributes.size() >> 20) + " MiB; the server reads at most " + (most >> 20));
            }
        } catch (NoSuchFileException e) {
            // A run under way has no summary yet, and one that ends replaces its files.
        }
    }
}
