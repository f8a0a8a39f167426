package squall.benchbase.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.benchbase.cli.UpstreamRun.BenchbaseDistribution;
import squall.benchbase.cli.UpstreamRun.BenchbaseJdk;
import squall.benchbase.cli.UpstreamRun.BenchbaseProcess;
import squall.system.CommandException;
import squall.system.ExitCode;

/** With a JDK and a BenchBase that only tell how they were called. */
class BenchbaseProcessTest {
    @TempDir
    Path folder;

    private Path benchbase;

    @BeforeEach
    void unpack() throws IOException {
        benchbase = Files.createDirectories(folder.resolve("my benchbase"));
        Files.writeString(benchbase.resolve("benchbase.jar"), "");
        Files.createDirectories(benchbase.resolve("config"));
        Files.writeString(benchbase.resolve("config/plugin.xml"), "<plugins/>");
        Files.createDirectories(benchbase.resolve("data"));
    }

    @Test
    void it_runs_where_its_plugins_are_with_the_arguments_as_given_and_its_exit_code_is_passed_on() throws Exception {
        Path java = java("25.0.1", "printf '%s\\n' \"$PWD\" \"$@\" > seen; ls config data > found; exit 77");
        BenchbaseProcess upstream =
                new BenchbaseProcess(found(Map.of("BENCHBASE_HOME", "my benchbase")), jdk(java), Optional.empty());

        int code = upstream.run(List.of("-b", "tpcc", "-c", "/a b.xml"), results(), Instant.EPOCH, line -> {});

        Path run = onlyRun();
        assertThat(code).isEqualTo(77);
        assertThat(run.getFileName().toString()).startsWith("19700101T000000Z-benchbase-upstream-");
        assertThat(Files.readAllLines(run.resolve("seen")))
                .containsExactly(run.toString(), "-jar", benchbase + "/benchbase.jar", "-b", "tpcc", "-c", "/a b.xml");
        assertThat(Files.readString(run.resolve("found"))).contains("plugin.xml");
        assertThat(Files.readString(run.resolve("engine.txt")))
                .startsWith("engine: BenchBase's own\n")
                .endsWith("\nexit code: 77\n");
    }

    @Test
    void squalls_own_configuration_files_can_be_named_from_within_a_file() throws Exception {
        Path squall = Files.createDirectories(folder.resolve("squall"));
        Files.createDirectories(squall.resolve("benchbase-configs"));
        Path java = java("25.0.1", "exit 0");

        new BenchbaseProcess(found(Map.of("BENCHBASE_HOME", benchbase.toString())), jdk(java), Optional.of(squall))
                .run(List.of(), results(), Instant.EPOCH, line -> {});

        assertThat(onlyRun().resolve("benchbase-configs")).isDirectory();
    }

    @Test
    void a_jar_beats_a_home() throws Exception {
        Path other = Files.copy(benchbase.resolve("benchbase.jar"), benchbase.resolve("other.jar"));

        assertThat(BenchbaseDistribution.of(
                        Map.of("BENCHBASE_JAR", other.toString(), "BENCHBASE_HOME", "/nowhere"), folder))
                .hasValue(new BenchbaseDistribution(other));
    }

    @Test
    void without_a_name_in_the_environment_there_is_none() throws Exception {
        assertThat(BenchbaseDistribution.of(Map.of(), folder)).isEmpty();
    }

    @Test
    void a_jar_without_its_folders_is_refused() throws IOException {
        Files.delete(benchbase.resolve("config/plugin.xml"));

        assertThatThrownBy(() -> BenchbaseDistribution.of(Map.of("BENCHBASE_HOME", "my benchbase"), folder))
                .isInstanceOf(CommandException.class)
                .hasMessage("BENCHBASE_HOME=my benchbase: BenchBase needs " + benchbase
                        + "/config/plugin.xml, which does not exist; unpack its complete archive");
    }

    @Test
    void a_jdk_that_is_too_old_is_passed_over_for_the_next() throws Exception {
        Path old = java("21.0.2", "exit 1");
        Path young = java("24", "exit 0");

        assertThat(BenchbaseJdk.of(Map.of("BENCHBASE_JAVA_HOME", old.toString(), "JAVA_HOME", young.toString()), old))
                .isEqualTo(new BenchbaseJdk(young.resolve("bin/java"), 24));
    }

    @Test
    void without_a_jdk_that_is_young_enough_the_message_says_what_was_looked_at() throws Exception {
        Path old = java("21.0.2", "exit 1");

        assertThatThrownBy(() -> BenchbaseJdk.of(Map.of("JAVA_HOME", old.toString()), old))
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.UNREACHABLE))
                .hasMessage(
                        "BenchBase needs Java 23 or newer: BENCHBASE_JAVA_HOME is not set, JAVA_HOME is Java 21 in "
                                + old
                                + ", Squall itself runs on Java 21; set BENCHBASE_JAVA_HOME to such a JDK, or use --engine squall");
    }

    private BenchbaseDistribution found(Map<String, String> environment) throws CommandException {
        return BenchbaseDistribution.of(environment, folder).orElseThrow();
    }

    private static BenchbaseJdk jdk(Path home) throws CommandException {
        return BenchbaseJdk.of(Map.of("BENCHBASE_JAVA_HOME", home.toString()), home);
    }

    private Path java(String version, String body) throws IOException {
        Path home = Files.createDirectories(folder.resolve("jdk-" + version));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\n" + body + "\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return home;
    }

    private Path results() {
        return folder.resolve("results");
    }

    private Path onlyRun() throws IOException {
        List<Path> runs = new ArrayList<>();
        try (var paths = Files.list(results())) {
            paths.forEach(runs::add);
        }
        assertThat(runs).hasSize(1);
        return runs.getFirst();
    }
}
