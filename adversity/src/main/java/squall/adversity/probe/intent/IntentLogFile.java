package squall.adversity.probe.intent;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/** Reader of intent logs. */
public final class IntentLogFile {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    /**
     * Origin of a log.
     *
     * @param run six hexadecimal digits
     * @param boot differs after each start of the machine; empty where the system has no such value
     */
    public record Origin(String run, String boot) {
        /** Returns the origin for a run of this process. */
        public static Origin here(String run) throws IOException {
            return new Origin(run, thisBoot());
        }

        /** Returns whether the machine went down since, so that the last lines of the log, not yet forced to the disk, may be missing. */
        public boolean cutByMachine() throws IOException {
            return !boot.equals(thisBoot());
        }

        private static String thisBoot() throws IOException {
            return Files.exists(BOOT) ? Files.readString(BOOT).strip() : "";
        }
    }

    private IntentLogFile() {}

    /**
     * Replays all lines of the log, in their order. A last line without an end was cut off and is ignored.
     *
     * @throws IOException naming file and line, if this version of Squall cannot parse one
     */
    public static Origin read(Path file, WriteIntents to) throws IOException {
        try (BufferedReader lines = InputFile.open(file)) {
            Lines whole = new Lines(file, lines);
            Origin origin = whole.parsed(whole.next(), IntentLogFormat::origin);
            for (String line = whole.next(); line != null; line = whole.next()) {
                whole.parsed(line, text -> {
                    IntentLogFormat.tell(text, to);
                    return text;
                });
            }
            return origin;
        }
    }

    /** Returns the origin of a log. */
    public static Origin origin(Path file) throws IOException {
        try (BufferedReader lines = InputFile.open(file)) {
            Lines whole = new Lines(file, lines);
            return whole.parsed(whole.next(), IntentLogFormat::origin);
        }
    }

    /** Returns whether the run judged all its rows sound and removed them. */
    public static boolean removed(Path file) throws IOException {
        try (BufferedReader lines = InputFile.open(file)) {
            Lines whole = new Lines(file, lines);
            boolean removed = false;
            for (String line = whole.next(); line != null; line = whole.next()) {
                removed = line.equals(IntentLogFormat.REMOVED);
            }
            return removed;
        }
    }

    private interface Parsing<T> {
        T of(String line) throws IOException;
    }

    /** Reader of lines that have an end; counts them. */
    private static final class Lines {
        private final Path file;
        private final BufferedReader text;
        private int number;

        Lines(Path file, BufferedReader text) {
            this.file = file;
            this.text = text;
        }

        /** Returns the next line; {@code null} behind the last one that has an end. */
        @Nullable
        String next() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int character = text.read(); character >= 0; character = text.read()) {
                if (character == '\n') {
                    number++;
                    return line.toString();
                }
                line.append((char) character);
            }
            return null;
        }

        <T> T parsed(@Nullable String line, Parsing<T> parsing) throws IOException {
            if (line == null) {
                throw new InvalidFileException(file + " is empty");
            }
            try {
                return parsing.of(line);
            } catch (IllegalArgumentException e) { // NumberFormatException among them
                throw new InvalidFileException(file + ":" + number + ": " + e.getMessage(), e);
            }
        }
    }
}
