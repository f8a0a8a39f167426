package squall.results.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.engine.schedule.ClientSplit;
import squall.results.Directories;
import squall.results.Manifest;
import squall.results.RunPart;
import squall.results.file.CanonicalJson;
import squall.results.file.RunState;
import squall.results.imported.BenchmarkTool;
import squall.results.imported.RunImport;
import squall.results.merge.Client.Sample;
import squall.results.merge.Client.Setup;
import squall.results.merge.Client.Work;
import squall.results.merge.RunMerge.MergedRun;
import squall.results.recorded.ClientFigures;
import squall.results.recorded.RecordedRun;
import squall.spi.DatabaseInfo;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.verdict.ExitReasons;

class RunMergeTest {
    private static final Duration SKEW = Duration.ofSeconds(10);
    private static final List<String> COMMAND = List.of("bin/report", "merge");
    private static final List<String> STREAMS =
            List.of("timeseries.csv", "errors.csv", "latency.hlog", "service.hlog", "phases.json");

    @TempDir
    private Path results;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void two_halves_merged_are_the_whole(long seed) throws Exception {
        List<Sample> samples = Client.samples(seed, 20_000, 8);
        Path one = Client.run(results, Setup.of(1, 5), new Work(half(samples, 0), 1, 8));
        Path other = Client.run(results, Setup.of(6, 10), new Work(half(samples, 1), 2, 8));
        Path whole = Client.run(results, Setup.of(1, 10), new Work(samples, 3, 8));

        MergedRun merged = merge(one, other);

        assertThat(measured(merged.path())).isEqualTo(measured(whole));
        assertThat(MergePart.read(merged.path()).result().windows())
                .isEqualTo(MergePart.read(whole).result().windows());
        for (String file : STREAMS) {
            assertThat(merged.path().resolve(file)).hasSameTextualContentAs(whole.resolve(file));
        }
    }

    @Test
    void a_run_so_long_that_seconds_share_histograms_loses_nothing() throws Exception {
        int seconds = 1_833;
        List<Sample> samples = Client.samples(7, 8_000, seconds);
        Path one = Client.run(results, Setup.of(1, 5), new Work(half(samples, 0), 0, seconds));
        Path other = Client.run(results, Setup.of(6, 10), new Work(half(samples, 1), 0, seconds));
        Path whole = Client.run(results, Setup.of(1, 10), new Work(samples, 0, seconds));

        MergedRun merged = merge(one, other);

        assertThat(measured(merged.path())).isEqualTo(measured(whole));
        assertThat(merged.path().resolve("latency.hlog")).hasSameTextualContentAs(whole.resolve("latency.hlog"));
        assertThat(counts(merged.path())).isEqualTo(counts(whole));
    }

    @Test
    void rates_and_shares_of_the_workload_add_up() throws Exception {
        Path one = client(Setup.of(1, 5));
        Path other = client(Setup.of(6, 10));

        MergedRun merged = merge(one, other);

        double sum = value(one, 0) + value(other, 0);
        assertThat(merged.figures().get(0).value()).isEqualTo(sum);
        assertThat(merged.figures().get(1).value()).isEqualTo(100 * sum / 128.6, Offset.offset(1e-9));
        assertThat(value(merged.path(), 0)).isEqualTo(sum);
    }

    @Test
    void what_was_found_and_what_happened_is_told_of_each_client() throws Exception {
        Path one = client(Setup.of(1, 5));
        Path other = client(Setup.of(6, 10));

        MergedRun merged = merge(one, other);

        assertThat(merged.run().checks())
                .extracting(check -> check.name() + ": " + check.detail())
                .containsExactly("rows: none lost");
        assertThat(Files.readString(merged.path().resolve("events.jsonl")))
                .isEqualTo("""
                {"t_ns":1000000000,"end_ns":1000000000,"type":"note","detail":"%s: here"}
                {"t_ns":6000000000,"end_ns":6000000000,"type":"note","detail":"%s: here"}
                """.formatted(one.getFileName(), other.getFileName()));
        JsonNode parts = RecordedRun.read(merged.path()).manifest().fact("parts");
        assertThat(parts.findValuesAsText("run_id"))
                .containsExactlyInAnyOrder(
                        one.getFileName().toString(), other.getFileName().toString());
        assertThat(RecordedRun.read(merged.path()).state()).isEqualTo(RunState.COMPLETE);
    }

    /** Covers an old error: a merged run had no phase, no sessions, and without waits an efficiency. */
    @Test
    void facts_of_all_clients_are_those_of_the_run_and_their_shares_add_up() throws Exception {
        Path one = client(Setup.of(1, 5));
        Path other = client(Setup.of(6, 10));
        facts(one, Map.of("phase", "execute", "waits", false, "terminals", 50, "pace", "100/s", "first_write", 7));
        facts(other, Map.of("phase", "execute", "waits", false, "terminals", 49, "pace", "200/s", "first_write", 7));

        Manifest merged = RecordedRun.read(merge(one, other).path()).manifest();

        assertThat(merged.facts().keySet())
                .containsExactlyInAnyOrder("clients", "parts", "phase", "terminals", "threads", "waits");
        assertThat(merged.fact("phase").asText()).isEqualTo("execute");
        assertThat(merged.fact("waits").isBoolean()).isTrue();
        assertThat(merged.fact("threads").asLong()).isEqualTo(16);
        assertThat(merged.fact("terminals").asLong()).isEqualTo(99);
    }

    @Test
    void a_merged_run_can_be_merged_again() throws Exception {
        List<Sample> samples = Client.samples(5, 3_000, 8);
        Path first = Client.run(results, Setup.of(1, 3), new Work(third(samples, 0), 0, 8));
        Path second = Client.run(results, Setup.of(4, 6), new Work(third(samples, 1), 0, 8));
        Path third = Client.run(results, Setup.of(7, 10), new Work(third(samples, 2), 0, 8));
        Path whole = Client.run(results, Setup.of(1, 10), new Work(samples, 0, 8));

        MergedRun merged = merge(merge(first, second).path(), third);

        assertThat(measured(merged.path())).isEqualTo(measured(whole));
    }

    @Test
    void a_folder_with_all_clients_is_one_run_with_each_client_in_it() throws Exception {
        for (int client = 4; client >= 0; client--) {
            client(Setup.client(client, 0));
        }
        MergedRun merged = merge(results);

        assertThat(merged.run().codes()).isEqualTo(ExitReasons.OK);
        assertThat(merged.run().result().finished()).isEqualTo(5 * 400);
        assertThat(ClientFigures.of(RecordedRun.read(merged.path()).manifest()))
                .extracting(ClientFigures::client)
                .containsExactly(0, 1, 2, 3, 4);
        assertThat(merge(results).run().codes())
                .as("the merged run is none of them")
                .isEqualTo(ExitReasons.OK);
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 42, 99})
    void clients_that_were_dealt_the_turns_of_one_schedule_have_its_histograms_together(long seed) throws Exception {
        List<Sample> schedule = Client.samples(seed, 10_001, 8);
        Path one = Client.run(results.resolve("one"), Setup.of(1, 10), new Work(schedule, 0, 8));
        for (int client = 0; client < 5; client++) {
            ClientSplit split = new ClientSplit(5, client);
            List<Sample> own = LongStream.range(0, split.count(schedule.size()))
                    .mapToObj(turn -> schedule.get((int) split.dealt(turn)))
                    .toList();
            Client.run(results.resolve("five"), Setup.client(client, 0), new Work(own, 0, 8));
        }
        MergedRun merged = merge(results.resolve("five"));

        assertThat(measured(merged.path())).isEqualTo(measured(one));
        for (String file : STREAMS) {
            assertThat(merged.path().resolve(file)).hasSameTextualContentAs(one.resolve(file));
        }
    }

    @Test
    void a_client_that_is_missing_or_died_is_named_and_the_run_is_invalid() throws Exception {
        client(Setup.client(0, 0));
        client(Setup.client(2, 0));
        Path killed = client(Setup.client(3, 0));
        Files.delete(killed.resolve("summary.json"));
        rewrite(killed.resolve("manifest.json"), "\"complete\"", "\"running\"");
        rewrite(killed.resolve("manifest.json"), "\"host\" ?: ?\"[^\"]*\"", "\"host\":\"another\"");
        Path overloaded = client(Setup.client(4, 0));
        rewrite(overloaded.resolve("manifest.json"), "\"complete\"", "\"invalid\"");

        MergedRun merged = merge(results);

        assertThat(merged.run().codes().lines())
                .containsExactly(
                        "exit 6: client 1 of 5 is missing: there is no run directory of it",
                        "exit 6: client 3 of 5 is missing: run " + killed.getFileName() + " has not ended after 8 s",
                        "exit 6: client 4 of 5 is missing: run " + overloaded.getFileName() + " is invalid");
        assertThat(merged.run().result().finished()).isEqualTo(2 * 400);
        assertThat(RecordedRun.read(merged.path()).state()).isEqualTo(RunState.INVALID);
    }

    /** Covers an old error: this was exit code 2, as if the command had been wrong. */
    @Test
    void without_any_complete_client_nothing_is_merged_and_the_run_is_invalid() throws Exception {
        Path aborted = client(Setup.client(0, 0));
        rewrite(aborted.resolve("manifest.json"), "\"complete\"", "\"aborted\"");
        assertThatThrownBy(() -> merge(results))
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.INVALID))
                .hasMessageContainingAll(
                        "no client is complete: client 0 of 5 is missing: run " + aborted.getFileName() + " is aborted",
                        "; client 4 of 5 is missing: there is no run directory of it");
    }

    @Test
    void a_client_that_ran_twice_is_never_counted_twice() throws Exception {
        Path one = client(Setup.client(0, 0));
        Path other = client(Setup.client(0, 0).startedAt(Client.NOON.plusSeconds(1)));
        assertThatThrownBy(() -> merge(results))
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE))
                .hasMessageContainingAll(
                        "client 0 is there twice",
                        one.getFileName().toString(),
                        other.getFileName().toString());
    }

    @Test
    void starts_are_compared_by_the_databases_clock() throws Exception {
        client(Setup.client(0, 60_000).startedAt(Client.NOON.minusSeconds(60)));
        for (int client = 1; client < 5; client++) {
            client(Setup.client(client, 0).startedAt(Client.NOON.plusMillis(20)));
        }
        assertThat(ClientFigures.of(RecordedRun.read(merge(results).path()).manifest()))
                .extracting(ClientFigures::startMs)
                .containsExactly(0.0, 20.0, 20.0, 20.0, 20.0);
    }

    @Test
    void clients_of_several_runs_in_one_folder_are_not_mixed() throws Exception {
        client(Setup.client(0, 0));
        client(Setup.client(1, 0).part(new RunPart(1, 5, "other", OptionalDouble.empty(), OptionalDouble.empty())));
        refused(
                results + " has the clients of 2 runs: {job=1, other=1}; name the run directories of one of them",
                results);
    }

    @Test
    void a_folder_without_runs_is_refused() throws Exception {
        refused(results + " is no run directory (it has no manifest.json) and has none in it", results);
    }

    @Test
    void a_run_cannot_be_merged_with_itself() throws Exception {
        Path one = client(Setup.of(1, 5));
        refused("run " + one.getFileName() + " is named twice", one, one);
    }

    @Test
    void warehouses_driven_by_two_clients_are_no_parts_of_one_run() throws Exception {
        Path one = client(Setup.of(1, 5));
        Path other = client(Setup.of(5, 10));
        refused(
                "warehouse ranges overlap: 1 to 5 in " + one.getFileName() + ", 5 to 10 in " + other.getFileName(),
                one,
                other);
    }

    @Test
    void another_isolation_is_another_run() throws Exception {
        Path one = client(Setup.of(1, 5));
        Path other = client(Setup.of(6, 10)
                .on(new DatabaseInfo(
                        "postgresql", "17.5", List.of("127.0.0.1:5432"), Map.of("isolation", "read committed"))));
        refused(
                "not the same db.settings.isolation: serializable in " + one.getFileName() + ", read committed in "
                        + other.getFileName(),
                one,
                other);
    }

    @Test
    void runs_at_different_times_are_no_parts_of_one_run_unless_the_user_says_so() throws Exception {
        Path one = client(Setup.of(1, 5));
        Path other = client(Setup.of(6, 10).startedAt(Client.NOON.plusSeconds(45)));
        refused(
                "runs " + one.getFileName() + " and " + other.getFileName()
                        + " began 45.0 s apart, at most 10.0 s is allowed (--skew)",
                one,
                other);
        assertThat(RunMerge.of(List.of(one, other), Duration.ofMinutes(1))).isNotNull();
    }

    @Test
    void windows_must_begin_at_the_same_second() throws Exception {
        Path one = client(Setup.of(1, 5));
        Path other = client(Setup.of(6, 10).warmedUp(3));
        refused(
                "not the same window steady: steady steady from second 2 in " + one.getFileName()
                        + ", steady steady from second 3 in " + other.getFileName(),
                one,
                other);
    }

    @Test
    void windows_must_be_of_the_same_length() throws Exception {
        Path one = client(Setup.of(1, 5));
        Path other = Client.run(results, Setup.of(6, 10), new Work(Client.samples(1, 100, 4), 0, 60));
        refused(
                "not the same length of window steady: 6.00 s in " + one.getFileName() + ", 58.0 s in "
                        + other.getFileName() + ", at most 10.0 s is allowed (--skew)",
                one,
                other);
    }

    @Test
    void a_run_that_was_aborted_is_refused() throws Exception {
        Path one = client(Setup.of(1, 5));
        Path other = client(Setup.of(6, 10));
        Path manifest = other.resolve("manifest.json");
        Files.writeString(manifest, Files.readString(manifest).replace("\"complete\"", "\"aborted\""));
        refused(other + " is aborted, only a complete run can be used", one, other);
    }

    /** Covers an old error: merging runs of other programs ended with NoSuchElementException. */
    @ParameterizedTest
    @CsvSource({"SYSBENCH, sysbench.txt", "BENCHBASE, benchbase.summary.json", "PGBENCH, pgbench_log.4711"})
    void runs_that_were_imported_are_refused(BenchmarkTool tool, String file) throws Exception {
        Path source = Path.of("test/resources/squall/results/imported", file);
        Path one = RunImport.of(tool, List.of(source), results.resolve("one"), COMMAND);
        Path other = RunImport.of(tool, List.of(source), results.resolve("other"), COMMAND);
        String why = one + " was imported from " + tool.name().toLowerCase(Locale.ROOT)
                + ", only runs of squall can be merged";
        refused(why, one, other);
        refused(why, client(Setup.of(1, 5)), one);
    }

    /** Covers the same error with a run of which a member was lost. */
    @ParameterizedTest
    @CsvSource({"manifest.json, started_at", "summary.json, total"})
    void a_member_that_is_missing_is_named(String name, String member) throws Exception {
        Path one = client(Setup.client(0, 0));
        client(Setup.client(1, 0));
        Directories.unlisted(one);
        Path file = one.resolve(name);
        ObjectNode json = (ObjectNode) CanonicalJson.read(file);
        json.remove(member);
        Files.writeString(file, CanonicalJson.pretty(json));
        refused(file + ": " + member + " is missing", results);
    }

    @Test
    void a_damaged_histogram_is_named_by_file_and_line() throws Exception {
        Path one = client(Setup.of(1, 5));
        Path other = client(Setup.of(6, 10));
        Path log = other.resolve("histograms.hlog");
        Files.writeString(log, Files.readString(log).replaceFirst("HISTFAAAA.", "HISTFAAAB0"));
        assertThatThrownBy(() -> RunMerge.of(List.of(one, other), SKEW))
                .isInstanceOf(CommandException.class)
                .hasMessageStartingWith("cannot merge: " + log + ":4 holds a damaged histogram");
    }

    @Test
    void a_second_that_is_missing_is_noticed() throws Exception {
        Path one = client(Setup.of(1, 5));
        Path other = client(Setup.of(6, 10));
        Path seconds = other.resolve("timeseries.csv");
        Directories.unlisted(other);
        Files.writeString(seconds, Files.readString(seconds).replaceAll("(?m)^3,.*\n", ""));
        assertThatThrownBy(() -> merge(one, other))
                .isInstanceOf(CommandException.class)
                .hasMessage("cannot merge: " + seconds + ":8: second 3 is missing");
    }

    @Test
    void seconds_that_are_missing_at_the_end_are_noticed() throws Exception {
        Path one = client(Setup.of(1, 5));
        Path other = client(Setup.of(6, 10));
        Path seconds = other.resolve("timeseries.csv");
        List<String> lines = Files.readAllLines(seconds);
        Files.write(seconds, lines.subList(0, lines.size() / 2 / 2 * 2 + 1));
        assertThatThrownBy(() -> merge(one, other))
                .isInstanceOf(CommandException.class)
                .hasMessageStartingWith("cannot merge: " + seconds + " is damaged: it has ");
    }

    @Test
    void a_run_of_an_older_version_lacks_a_file_that_is_named() throws Exception {
        Path one = client(Setup.of(1, 5));
        Path other = client(Setup.of(6, 10));
        Directories.unlisted(other);
        Files.delete(other.resolve("histograms.hlog"));
        refused(other.resolve("histograms.hlog") + ": no such file or folder", one, other);
    }

    private static void facts(Path run, Map<String, Object> facts) throws IOException {
        Path manifest = run.resolve(Manifest.NAME);
        ObjectNode json = (ObjectNode) CanonicalJson.read(manifest);
        facts.forEach((name, value) -> json.set(name, CanonicalJson.tree(value)));
        Files.writeString(manifest, CanonicalJson.pretty(json));
    }

    private static void rewrite(Path file, String pattern, String by) throws IOException {
        String text = Files.readString(file);
        String changed = text.replaceFirst(pattern, by);
        assertThat(changed).isNotEqualTo(text);
        Files.writeString(file, changed);
    }

    private MergedRun merge(Path... runs) throws CommandException {
        return RunMerge.of(List.of(runs), SKEW).write(results, COMMAND);
    }

    private Path client(Setup setup) throws IOException {
        return Clients.client(results, setup);
    }

    private static void refused(String why, Path... runs) {
        assertThatThrownBy(() -> RunMerge.of(List.of(runs), SKEW))
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE))
                .hasMessage("cannot merge: " + why);
    }

    private static List<Sample> half(List<Sample> samples, int which) {
        return part(samples, which, 2);
    }

    private static List<Sample> third(List<Sample> samples, int which) {
        return part(samples, which, 3);
    }

    private static List<Sample> part(List<Sample> samples, int which, int of) {
        return IntStream.range(0, samples.size())
                .filter(i -> i % of == which)
                .mapToObj(samples::get)
                .toList();
    }

    /** Returns the measured part of the summary. */
    private static JsonNode measured(Path run) throws IOException {
        ObjectNode summary = (ObjectNode) CanonicalJson.read(run.resolve("summary.json"));
        return summary.retain("elapsed_ns", "turns", "unfinished_wait", "total", "windows", "errors");
    }

    /** Returns the counts of each second and operation; percentiles stand in other rows where seconds share histograms. */
    private static List<List<Long>> counts(Path run) throws IOException {
        return RecordedRun.read(run).seconds().stream()
                .map(s -> List.of(
                        s.second(), s.ok(), s.refused(), s.unknown(), s.retries(), s.completedOk(), s.completed()))
                .toList();
    }

    private static double value(Path run, int figure) throws IOException {
        return MergePart.read(run).figures().get(figure).value();
    }
}
