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

/** Makes a folder of many runs out of one: {@code RunFolder RUN FOLDER COUNT [index]}, a minute apart, records written, streams linked. */
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
        StringBuilder index = new StringBuilder("run_id,p99_ms\n");
        for (int n = 0; n < count; n++) {
            String name = copy(run, folder, n);
            index.append(name).append(',').append(1 + n % 100).append(".5\n");
        }
        if (args.length > 3) {
            Files.writeString(folder.resolve("index.csv"), index);
        }
    }

    private static String copy(Path run, Path folder, int n) throws IOException {
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
                                    .replaceAll("\"started_at\" ?: ?\"[^\"]*\"", "\"started_at\": \"" + began + "\""));
                } else {
                    Files.createLink(copy, file);
                }
            }
        }
        return name;
    }
}
