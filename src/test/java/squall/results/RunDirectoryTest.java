package squall.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.results.Runs.second;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.results.file.CanonicalJson;
import squall.results.file.RunState;
import squall.results.recorded.RecordedRun;
import squall.spi.DatabaseInfo;
import squall.system.SquallVersion;

class RunDirectoryTest {
    @TempDir
    private Path results;

    @Test
    void the_name_tells_moment_workload_and_database() throws IOException {
        try (RunDirectory directory = RunDirectory.create(results, Directories.info(), Directories.NOON)) {
            assertThat(directory.path().getFileName().toString())
                    .matches("20261121T120000Z-workload_a-jdbc-[0-9a-f]{6}");
            assertThat(results.resolve("latest").toRealPath())
                    .isEqualTo(directory.path().toRealPath());
        }
    }

    /** Covers an old error: such a name was longer than a file's may be, which the run noticed after it had loaded the tables. */
    @Test
    void a_long_name_of_a_workload_is_cut() throws IOException {
        var info = new RunInfo(
                "w".repeat(300), "jdbc", List.of("ycsb"), 42, Map.of(), Map.of(), DatabaseInfo.NONE, Map.of());
        try (RunDirectory directory = RunDirectory.create(results, info, Directories.NOON)) {
            assertThat(directory.path().getFileName().toString()).matches("20261121T120000Z-w{80}-jdbc-[0-9a-f]{6}");
        }
    }

    @Test
    void two_runs_of_one_second_do_not_collide_and_latest_is_the_newer() throws IOException {
        try (RunDirectory first = RunDirectory.create(results, Directories.info(), Directories.NOON);
                RunDirectory second = RunDirectory.create(results, Directories.info(), Directories.NOON.plusNanos(1))) {
            assertThat(second.path()).isNotEqualTo(first.path());
            assertThat(results.resolve("latest").toRealPath())
                    .isEqualTo(second.path().toRealPath());
        }
    }

    @Test
    void a_real_folder_named_latest_is_left_alone() throws IOException {
        Path kept = Files.createDirectories(results.resolve("latest")).resolve("kept");
        Files.writeString(kept, "mine");
        try (RunDirectory directory = RunDirectory.create(results, Directories.info(), Directories.NOON)) {
            assertThat(kept).hasContent("mine");
            assertThat(directory.failure()).isEmpty();
        }
        assertThat(Directories.listing(results)).noneMatch(name -> name.endsWith(".link"));
    }

    @Test
    void a_place_that_cannot_be_written_is_named() throws IOException {
        Path file = Files.writeString(results.resolve("occupied"), "");
        assertThatThrownBy(() -> RunDirectory.create(file, Directories.info(), Directories.NOON))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot make the run directory " + file);
    }

    @Test
    void a_complete_run_leaves_everything_and_it_fits_the_schemas() throws Exception {
        Path path = Directories.completed(results);
        RecordedRun recorded = RecordedRun.read(path);

        assertThat(Directories.listing(path))
                .containsExactly(
                        "config/effective.properties",
                        "config/workload_a.properties",
                        "errors-samples.jsonl",
                        "errors.csv",
                        "events.jsonl",
                        "histograms.hlog",
                        "latency.hlog",
                        "manifest.json",
                        "phases.json",
                        "service.hlog",
                        "summary.csv",
                        "summary.json",
                        "summary.md",
                        "timeseries.csv");
        assertThat(recorded.state()).isEqualTo(RunState.COMPLETE);
        assertThat(Schema.complaints("manifest.schema.json", CanonicalJson.tree(recorded.manifest())))
                .isEmpty();
        assertThat(Schema.complaints(
                        "summary.schema.json",
                        CanonicalJson.tree(recorded.summary().orElseThrow())))
                .isEmpty();
        assertThat(recorded.manifest().endedAt()).hasValue("2026-11-21T12:00:05.000Z");
        assertThat(recorded.manifest().fact("threads").asInt()).isEqualTo(8);
    }

    @Test
    void the_schema_notices_a_missing_member() throws Exception {
        JsonNode manifest = CanonicalJson.read(Directories.completed(results).resolve("manifest.json"));
        ((ObjectNode) manifest.path("db")).remove("product");
        assertThat(Schema.complaints("manifest.schema.json", manifest)).containsExactly("$.db lacks product");
    }

    @Test
    void the_manifest_names_every_other_file_with_its_hash() throws Exception {
        Path path = Directories.completed(results);
        JsonNode artefacts = CanonicalJson.read(path.resolve("manifest.json")).path("artefacts");
        List<String> names = new ArrayList<>();
        for (JsonNode artefact : artefacts) {
            byte[] content =
                    Files.readAllBytes(path.resolve(artefact.path("path").asText()));
            names.add(artefact.path("path").asText());
            assertThat(artefact.path("bytes").asLong()).isEqualTo(content.length);
            assertThat(artefact.path("sha256").asText())
                    .isEqualTo(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
        }
        names.add("manifest.json");
        assertThat(names).containsExactlyInAnyOrderElementsOf(Directories.listing(path));
    }

    @Test
    void no_file_holds_a_password() throws Exception {
        Path path = Directories.completed(results);
        for (String name : Directories.listing(path)) {
            assertThat(Files.readString(path.resolve(name))).as(name).doesNotContain("hunter2");
        }
        assertThat(path.resolve("config/effective.properties")).content().isEqualTo("""
                # from -p
                db.passwd=***
                # from -P mine.properties:3
                db.url=jdbc:postgresql://h/db?password=***&ssl=true
                # from default
                label=a\\\\b = c
                """);
    }

    @Test
    void the_effective_settings_are_read_back_by_java() throws Exception {
        Properties read = new Properties();
        read.load(new StringReader(
                Files.readString(Directories.completed(results).resolve("config/effective.properties"))));
        assertThat(read.getProperty("label")).isEqualTo("a\\b = c");
    }

    @Test
    void the_index_has_one_line_for_each_run() throws Exception {
        String first = Directories.completed(results).getFileName().toString();
        assertThat(results.resolve("index.csv")).content().isEqualTo("""
                time,run_id,version,workload,database,database_version,state,exit_code,elapsed_s,ok,failed,unfinished,goodput_per_s,p50_ms,p95_ms,p99_ms,p999_ms,max_ms
                2026-11-21T12:00:01.000Z,%s,%s,workload a,jdbc,17.5,complete,0,4.000,3,0,0,0.750,1.500,2.000,2.000,2.000,2.000
                """.formatted(
                        first, SquallVersion.current().version()));
    }

    @Test
    void an_index_of_another_version_keeps_its_columns() throws Exception {
        Files.writeString(results.resolve("index.csv"), "run_id,tpmc,p99_ms\nold,1,2");
        String id = Directories.completed(results).getFileName().toString();
        assertThat(results.resolve("index.csv"))
                .content()
                .isEqualTo("run_id,tpmc,p99_ms\nold,1,2\n" + id + ",,2.000\n");
    }

    @Test
    void a_fact_must_not_replace_a_member_of_the_manifest() {
        RunInfo info =
                new RunInfo("a", "b", List.of(), 1, Map.of("state", "fine"), Map.of(), DatabaseInfo.NONE, Map.of());
        assertThatThrownBy(() -> RunDirectory.create(results, info, Directories.NOON))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the manifest has a member 'state' of its own, a fact must not replace it");
    }
}
