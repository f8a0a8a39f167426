package squall.testbed.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import squall.system.FileTrees;
import squall.system.process.DetachedAlarm;

/**
 * Wall clock of a single process, set through libfaketime, which reads a file once a second. Monotonic time, as used for pauses and
 * timeouts, is not affected.
 *
 * @param folder of its files
 */
public record ProcessClock(Path folder) {
    private static final String LIBRARY = "libfaketimeMT.so.1";
    private static final String RIGHT = "+0";
    private static final String LATER = "sleep \"$1\"; printf '" + RIGHT + "\\n' >\"$2\"";

    /** Finds the library on this machine. @throws IOException with the remedy, if it has none */
    public static Path library(Path root) throws IOException {
        List<Path> places = new ArrayList<>(List.of(
                root.resolve("usr/lib/faketime"),
                root.resolve("usr/lib64/faketime"),
                root.resolve("usr/local/lib/faketime")));
        FileTrees.entriesIfAny(root.resolve("usr/lib")).forEach(each -> places.add(each.resolve("faketime")));
        return places.stream()
                .map(place -> place.resolve(LIBRARY))
                .filter(Files::isReadable)
                .findFirst()
                .orElseThrow(() -> new IOException("a separate clock per node needs " + LIBRARY
                        + ", which is not installed: apt-get install faketime"));
    }

    /** Returns the command line that runs a command with this clock, which is correct until it is set. */
    public List<String> command(List<String> command) throws IOException, InterruptedException {
        set(Duration.ZERO, Duration.ZERO);
        return Stream.concat(
                        Stream.of(
                                "/usr/bin/env",
                                "LD_PRELOAD=" + library(Path.of("/")),
                                "FAKETIME_TIMESTAMP_FILE=" + file(),
                                "FAKETIME_CACHE_DURATION=1",
                                "FAKETIME_DONT_FAKE_MONOTONIC=1",
                                // Its correction of waits makes each wait of a JVM end at once, and so becomes a busy
                                // loop.
                                "FAKETIME_FORCE_MONOTONIC_FIX=0"),
                        command.stream())
                .toList();
    }

    /**
     * Sets the clock ahead of the machine's, or behind it.
     *
     * @param atMost time after which a detached process corrects it; ignored if {@code ahead} is zero
     */
    public void set(Duration ahead, Duration atMost) throws IOException, InterruptedException {
        DetachedAlarm correction = new DetachedAlarm(folder, "clock");
        if (ahead.isZero()) {
            correction.disarm();
        } else {
            correction.arm(LATER, List.of(DetachedAlarm.seconds(atMost), file().toString()));
        }
        FileTrees.write(file(), written(ahead) + "\n", "rw-r--r--");
    }

    private static String written(Duration ahead) {
        return ahead.isZero() ? RIGHT : String.format(Locale.ROOT, "%+.3f", ahead.toMillis() / 1000.0);
    }

    private Path file() {
        return folder.resolve("clock");
    }
}
