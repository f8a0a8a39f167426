package squall.testbed.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Log of a server, in files whose lines have the date and the time; a time in whole seconds stands for the last millisecond of its second.
 *
 * @param files from the oldest on; some may not exist
 * @param zone of the times
 */
public record ServerLog(List<Path> files, ZoneId zone) {
    private static final Pattern TIME =
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)[ T]([ \\d]\\d):(\\d\\d:\\d\\d)(?:[.,](\\d{3}))?");

    public ServerLog {
        files = List.copyOf(files);
    }

    /** Lists all lines with their times, in the order of the files; a line without a time has that of the line before it. */
    public List<TimedLine> lines() throws IOException {
        List<TimedLine> lines = new ArrayList<>();
        for (Path file : files) {
            if (Files.exists(file)) {
                Instant at = Instant.EPOCH;
                // a log may hold bytes of damaged rows, so each byte is taken for a character
                for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
                    at = time(line).orElse(at);
                    lines.add(new TimedLine(at, line));
                }
            }
        }
        return List.copyOf(lines);
    }

    /** Lists the lines not before the moment in which the pattern is found; a line without a time has that of the line before it. */
    public List<String> since(Instant moment, Pattern pattern) throws IOException {
        return lines().stream()
                .filter(line -> !line.at().isBefore(moment)
                        && pattern.matcher(line.text()).find())
                .map(line -> line.text().strip())
                .toList();
    }

    /** Returns the time of a line; empty also for a text in this form that is none, as clients may write it: 0000-00-00 00:00:00. */
    private Optional<Instant> time(String line) {
        Matcher time = TIME.matcher(line);
        if (!time.find()) {
            return Optional.empty();
        }
        try {
            return Optional.of(LocalDateTime.parse(time.group(1) + "T"
                            + time.group(2).replace(' ', '0') + ":" + time.group(3) + "."
                            + Objects.requireNonNullElse(time.group(4), "999"))
                    .atZone(zone)
                    .toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** Line with its time. */
    public record TimedLine(Instant at, String text) {}
}
