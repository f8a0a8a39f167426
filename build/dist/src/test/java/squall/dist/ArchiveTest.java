package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.dist.Installation.Result;

/** The start-up archive makes commands start sooner, and never makes one fail. */
class ArchiveTest {
    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    @TempDir
    Path temp;

    @Test
    void one_that_was_made_for_another_build_is_thrown_away_by_the_next_measured_command() throws Exception {
        var squall = squall();
        Path archive = archive(squall.folder(), "25.0.3+1-LTS");
        make(archive, LONG_AGO);

        Result result = run(squall, "ycsb", "load", "basic");

        assertThat(result.exit()).isZero();
        assertThat(result.err()).startsWith("squall: preparing faster starts on JDK 25.0.3+1-LTS");
        assertThat(result.out()).doesNotContain("AOTCache");
        assertThat(archive.resolveSibling("squall.aot")).doesNotExist();
    }

    @Test
    void one_that_was_made_for_another_build_is_not_even_opened_by_a_light_command() throws Exception {
        var squall = squall();
        make(archive(squall.folder(), "25.0.3+1-LTS"), LONG_AGO);

        Result result = run(squall, "ycsb", "--help");

        assertThat(result.err()).isEmpty();
        assertThat(result.out()).doesNotContain("AOTCache");
    }

    @Test
    void one_that_fits_is_used() throws Exception {
        var squall = squall();
        Path archive = archive(squall.folder(), "25.0.3+1-LTS");
        make(archive, Instant.now().plusSeconds(60));

        assertThat(run(squall, "ycsb", "load", "basic").out())
                .contains("-XX:AOTCache=" + archive.resolveSibling("squall.aot") + "\n");
    }

    @Test
    void one_that_is_damaged_disturbs_neither_the_command_nor_its_output() throws Exception {
        Installation squall = Installation.real();
        Path jdk = Path.of(System.getProperty("java.home"));
        make(archive(squall.folder(), runtimeVersion(jdk)), Instant.now().plusSeconds(60));

        Result result = squall.run(
                Map.of("SQUALL_ARCHIVE", "on", "XDG_CACHE_HOME", temp.toString(), "JAVA_HOME", jdk.toString()),
                squall.folder().resolve("bin/ycsb"),
                "--version");

        assertThat(result.exit()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).startsWith("squall ").hasLineCount(1);
    }

    private Installation squall() throws IOException {
        var squall = Installation.in(temp.resolve("squall"));
        squall.jdk("usr/lib/jvm/25", "25.0.3");
        return squall;
    }

    private Result run(Installation squall, String script, String... arguments) throws Exception {
        return squall.run(
                Map.of("SQUALL_ARCHIVE", "on", "XDG_CACHE_HOME", temp.toString()),
                squall.folder().resolve("bin").resolve(script),
                arguments);
    }

    /** Returns where the launcher keeps the archive, without its extension. */
    private Path archive(Path home, String runtimeVersion) {
        return temp.resolve("squall/start-up/" + runtimeVersion + home + "/lib/squall");
    }

    /** Writes both kinds of archives, and the log that tells when they were made. */
    private static void make(Path archive, Instant made) throws IOException {
        Files.createDirectories(archive.getParent());
        for (String extension : new String[] {".aot", ".jsa", ".log"}) {
            Path file = Files.writeString(archive.resolveSibling("squall" + extension), "of another build");
            Files.setLastModifiedTime(file, FileTime.from(made));
        }
    }

    private static String runtimeVersion(Path jdk) throws IOException {
        Properties release = new Properties();
        try (var file = Files.newBufferedReader(jdk.resolve("release"))) {
            release.load(file);
        }
        return release.getProperty("JAVA_RUNTIME_VERSION").replace("\"", "");
    }
}
