package squall.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Generator of a folder of many runs out of one: {@code RunFolder RUN FOLDER COUNT}, a minute apart, with other percentiles, records
 * written, streams linked.
 */
final class RunFolder {
    private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final List<String> RECORDS = List.of("manifest.json", "summary.json");

    private RunFolder() {}

    public static void main(String[] args) throws IOException {
        Path run = Path.of(args[0]);
        Path folder = Files.createDirectories(Path.of(args[1]));
        int count = Integer.parseInt(args[2]);
        for (int n = 0; n < count; n++) {
            copy(run, folder, n);
        }
    }

    private static void copy(Path run, Path folder, int n) throws IOException {
        Instant began = FIRST.plusSeconds(60L * n);
        String name = NAME.format(began) + "-many-postgresql-" + String.format(Locale.ROOT, "%06x", n);
        Path target = Files.createDirectory(folder.resolve(name));
        try (Stream<Path> all = Files.walk(run)) {
            for (Path file : all.skip(1).toList()) {
                Path copy = target.resolve(run.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectory(copy);
                } else if (RECORDS.contains(file.getFileName().toString())) {
                    Files.writeString(
                            copy,
                            Files.readString(file)
                                    .replaceAll("\"run_id\" ?: ?\"[^\"]*\"", "\"run_id\": \"" + name + "\"")
                                    .replaceAll("\"started_at\" ?: ?\"[^\"]*\"", "\"started_at\": \"" + began + "\"")
                                    .replaceAll(
                                            "(?s)(\"measured\" : .*?\"p99_ms\" : )[\\d.]+",
                                            "$1" + (1 + n % 100) + ".5"));
                } else {
                    Files.createLink(copy, file);
                }
            }
        }
    }
}
