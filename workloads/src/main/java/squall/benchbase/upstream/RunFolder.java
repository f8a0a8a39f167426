package squall.benchbase.upstream;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The folder BenchBase is started in. It opens {@code config/plugin.xml} and every relative path of a configuration file from there, so
 * links lead to the distribution and to Squall's own configuration files. What it writes by itself ({@code results/monitor}) stays here.
 */
record RunFolder(Path path) {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final List<String> OF_BENCHBASE = List.of("config", "data", "scripts");
    private static final String CONFIGS = "benchbase-configs";

    /** @param squall where Squall's own configuration files are, if that is known */
    static RunFolder make(Path results, Distribution distribution, Optional<Path> squall, Instant now)
            throws IOException {
        Files.createDirectories(results);
        Path folder = Files.createTempDirectory(results, STAMP.format(now) + "-benchbase-upstream-");
        for (String name : OF_BENCHBASE) {
            link(folder.resolve(name), distribution.home().resolve(name));
        }
        if (squall.isPresent()) {
            link(folder.resolve(CONFIGS), squall.get().resolve(CONFIGS));
        }
        return new RunFolder(folder.toAbsolutePath());
    }

    private static void link(Path link, Path target) throws IOException {
        if (Files.isDirectory(target)) {
            Files.createSymbolicLink(link, target.toAbsolutePath());
        }
    }
}
