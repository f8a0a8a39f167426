package squall.results.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/**
 * Format of lines in HdrHistogram's log, version 1.3, tagged, values in microseconds. Used by one thread.
 *
 * <p>Lines are formatted here and not by HdrHistogram's own writer because that one prints to a {@code PrintStream}, which swallows a full
 * disk.
 */
public final class HistogramLog {
    private static final String TAG = "Tag=";

    /**
     * Number of fields: the tag, the begin of the interval, its length, its highest value, and the histogram, which is too long for a
     * regular expression.
     */
    private static final int FIELDS = 5;

    private static final int TIMES = 3;
    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");

    private ByteBuffer encoded = ByteBuffer.allocate(1 << 16);

    /** Entry of a log. @param fromSecond since the log's base time */
    public record HistogramEntry(String tag, double fromSecond, double seconds, Histogram values) {}

    /** @throws IOException if this is not the first line of a log */
    public static void requireHead(Path file, Optional<String> first) throws IOException {
        if (first.filter(line -> line.startsWith("#[Histogram log format version 1."))
                .isEmpty()) {
            throw new InvalidFileException(
                    file + ": this is not a histogram log: it begins with " + InputFile.excerpt(first.orElse("")));
        }
    }

    /** Returns the first lines of a log. */
    static List<String> head(long startedAtEpochMs) {
        return List.of(
                "#[Histogram log format version 1.3]",
                String.format(Locale.ROOT, "#[BaseTime: %.3f (seconds since epoch)]", startedAtEpochMs / 1000.0),
                "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"");
    }

    /** Converts a name to a tag: the format ends a tag at a comma or blank, so these become underscores. */
    public static String tag(String name) {
        return name.replaceAll("[,\\s]", "_");
    }

    String line(String tag, double fromSecond, double seconds, Histogram values) {
        return String.format(
                Locale.ROOT,
                "Tag=%s,%.3f,%.3f,%.3f,%s",
                tag,
                fromSecond,
                seconds,
                values.getMaxValue() / 1e6,
                compressed(values));
    }

    /**
     * Parses a line; empty if this is a line of the head.
     *
     * @param where the file and line, for the message
     * @throws IOException if it is neither a head line nor an entry
     */
    public static Optional<HistogramEntry> entry(String where, String line) throws IOException {
        if (line.startsWith("#") || line.startsWith("\"")) {
            return Optional.empty();
        }
        int tagEnd = line.indexOf(',');
        if (!line.startsWith(TAG) || tagEnd <= TAG.length()) {
            throw wrong(where);
        }
        String[] fields = line.split(",", FIELDS + 1);
        if (fields.length != FIELDS || !Stream.of(fields).skip(1).limit(TIMES).allMatch(HistogramLog::isNumber)) {
            throw wrong(where);
        }
        return Optional.of(new HistogramEntry(
                line.substring(TAG.length(), tagEnd),
                Double.parseDouble(fields[1]),
                Double.parseDouble(fields[2]),
                decompressed(where, fields[FIELDS - 1])));
    }

    private static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches();
    }

    private static InvalidFileException wrong(String where) {
        return new InvalidFileException(where + " is no line of a histogram log");
    }

    private String compressed(Histogram values) {
        int needed = values.getNeededByteBufferCapacity();
        if (encoded.capacity() < needed) {
            encoded = ByteBuffer.allocate(needed);
        }
        encoded.clear();
        int length = values.encodeIntoCompressedByteBuffer(encoded, Deflater.DEFAULT_COMPRESSION);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(encoded.array(), length));
    }

    private static Histogram decompressed(String where, String text) throws IOException {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            Histogram values = Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
            values.setAutoResize(true);
            return values;
        } catch (DataFormatException | RuntimeException e) { // HdrHistogram throws various exceptions for bad bytes
            throw new InvalidFileException(where + " holds a damaged histogram: " + e.getMessage(), e);
        }
    }
}
