package squall.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.report.AdversityScore.PhaseScore;
import squall.report.format.TableFormat;
import squall.report.table.NamedRun;
import squall.results.Directories;
import squall.results.file.CanonicalJson;
import squall.results.recorded.RecordedRun;
import squall.table.Table;
import squall.table.TableCell;
import squall.verdict.AdversitySummary;
import squall.verdict.AdversitySummary.BaselineFigures;
import squall.verdict.AdversitySummary.GroupImpact;
import squall.verdict.AdversitySummary.PhaseSummary;
import squall.verdict.PhaseState;

class AdversityScoreTest {
    private static final Path GOLDEN = Path.of("../src/test/resources/squall/golden/adversity");

    private static final BaselineFigures BASELINE = new BaselineFigures(80, 100, 100, 4, 5, 6, 0, 0.1, 0);

    @TempDir
    Path temp;

    /** Returns a group that was healed 10 s after the injection and watched for 20 s, with 100 operations due in each second. */
    private static GroupImpact group(double backAfter, double lostSeconds, int missed) throws IOException {
        return impact("""
                {"injected_s": 100, "healed_s": 110, "watched_until_s": 120, "due": 2000, "in_time": %d, "outage_s": 3,
                 "p99_times": 2.5, "worst": {"goodput": 20}, "lost_goodput": {"seconds_of_baseline": %s},
                 "recovery": {"from_injection": {"after_s": %s}, "from_healing": {"after_s": 1.0}}}
                """.formatted(2000 - missed, lostSeconds, backAfter));
    }

    private static GroupImpact impact(String json) throws IOException {
        return CanonicalJson.as(GroupImpact.class, CanonicalJson.read("group", json));
    }

    private static PhaseScore phase(String name, PhaseState state, GroupImpact... groups) {
        return phase(name, state, 0, groups);
    }

    private static PhaseScore phase(String name, PhaseState state, long lostWrites, GroupImpact... groups) {
        return new PhaseScore(
                new PhaseSummary(
                        name,
                        false,
                        state,
                        List.of(),
                        List.of(groups),
                        OptionalLong.of(lostWrites),
                        List.of(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty()),
                false);
    }

    private static AdversityScore score(PhaseScore... phases) {
        return new AdversityScore(
                BASELINE,
                List.of(phases),
                Stream.of(phases)
                        .mapToLong(phase -> phase.phase().lostWrites().orElse(0))
                        .sum());
    }

    @Test
    void the_score_is_goodput_kept_times_availability_over_the_disturbed_time() throws IOException {
        // Disturbed for 10 s, 2 s of work lost: 80 % kept. 100 of the 1,000 due in that time missed: 90 % available.
        AdversityScore score = score(phase("kill", PhaseState.PASSED, group(6, 2, 100)));

        assertThat(score.score(Set.of("kill"))).hasValueCloseTo(72.0, within(1e-9));
    }

    @Test
    void a_long_way_back_makes_the_disturbed_time_longer() throws IOException {
        AdversityScore score = score(phase("kill", PhaseState.PASSED, group(20, 5, 0)));

        assertThat(score.measured().getFirst().disturbedSeconds()).isEqualTo(20);
        assertThat(score.score(Set.of("kill"))).hasValueCloseTo(75.0, within(1e-9));
    }

    @Test
    void an_injection_that_the_next_one_followed_counts_until_then() throws IOException {
        GroupImpact followed = impact("""
                {"injected_s": 100, "healed_s": 104, "watched_until_s": 108, "due": 800, "in_time": 720, "outage_s": 1,
                 "p99_times": 2.5, "lost_goodput": {"seconds_of_baseline": 2.0},
                 "recovery": {"from_injection": {"longer_than_s": 4.0, "cut_off_by": "the next injection"},
                              "from_healing": {"longer_than_s": 0.0, "cut_off_by": "the next injection"}}}
                """);
        AdversityScore score = score(phase("stalls", PhaseState.PASSED, followed, group(6, 2, 0)));

        // 8 s with 2 s lost: 75 % kept, 90 % available; then 10 s with 2 s lost.
        assertThat(score.measured().getFirst().disturbedSeconds()).isEqualTo(18);
        assertThat(score.score(Set.of("stalls")).orElseThrow())
                .isEqualTo(100 * (8 * 0.75 * 0.9 + 10 * 0.8) / 18, within(1e-9));
    }

    @Test
    void the_card_says_which_injections_were_followed() throws IOException {
        Path other = edited(summary -> summary.replaceAll(
                "\"(from_injection|from_healing)\" ?: ?\\{[^}]*}",
                "\"$1\": {\"longer_than_s\": 3.0, \"cut_off_by\": \"the next injection\"}"));

        List<Table> card = AdversityCard.of(List.of(new NamedRun("pg", RecordedRun.read(other))));

        assertThat(card.getFirst().notes())
                .anyMatch(note ->
                        note.startsWith("Some injections were cut off by the next") && note.contains("pg kill 1 of 1"));
        assertThat(card.getFirst().rows().getFirst())
                .extracting(TableCell::text)
                .contains("> 3, cut off by the next injection");
    }

    @Test
    void phases_weigh_by_their_disturbed_time() throws IOException {
        AdversityScore score = score(
                phase("short", PhaseState.PASSED, group(5, 0, 0)), phase("long", PhaseState.MISSED, group(20, 10, 0)));

        assertThat(score.score(Set.of("short", "long"))).hasValueCloseTo(100 * (10 * 1 + 20 * 0.5) / 30, within(1e-9));
    }

    @ParameterizedTest
    @EnumSource(names = {"VACUOUS", "REFUSED", "UNDECIDED", "NOT_APPLICABLE", "CUT"})
    void a_phase_without_an_effect_that_was_seen_does_not_count(PhaseState state) throws IOException {
        AdversityScore score =
                score(phase("kill", PhaseState.PASSED, group(6, 2, 0)), phase("cut-off", state, group(6, 9, 0)));

        assertThat(score.measured()).extracting(AdversityScore.PhaseScore::name).containsExactly("kill");
        assertThat(score.score(Set.of("kill", "cut-off"))).hasValueCloseTo(80.0, within(1e-9));
    }

    @Test
    void a_run_that_lost_an_acknowledged_write_has_no_score() throws IOException {
        AdversityScore score = score(phase("kill", PhaseState.MISSED, 1, group(6, 2, 0)));

        assertThat(score.score(Set.of("kill"))).isEqualTo(OptionalDouble.empty());
    }

    /** Covers an old error: what was acknowledged before the first fault, and is missing, was no loss of the run. */
    @Test
    void a_write_that_is_lost_from_a_phase_without_a_fault_counts_too() throws IOException {
        PhaseSummary control = new PhaseSummary(
                "control",
                true,
                PhaseState.PASSED,
                List.of(),
                List.of(),
                OptionalLong.of(2),
                List.of(),
                Optional.empty(),
                List.of(),
                Optional.empty());
        AdversityScore score = AdversityScore.of(
                new AdversitySummary(
                        1,
                        "two",
                        Optional.empty(),
                        Optional.of(BASELINE),
                        List.of(
                                control,
                                phase("kill", PhaseState.PASSED, group(6, 2, 0)).phase()),
                        List.of(),
                        List.of(),
                        Map.of()),
                false);

        assertThat(score.phases()).extracting(PhaseScore::name).containsExactly("kill");
        assertThat(score.lostWrites()).isEqualTo(2);
        assertThat(score.score(Set.of("kill"))).isEqualTo(OptionalDouble.empty());
    }

    @Test
    void a_run_without_a_baseline_is_refused() throws IOException {
        AdversitySummary none = new AdversitySummary(
                1, "none", Optional.empty(), Optional.empty(), List.of(), List.of(), List.of(), Map.of());

        assertThatThrownBy(() -> AdversityScore.of(none, false))
                .hasMessage("it has no baseline, so there is nothing to compare with");
    }

    @Test
    void the_dimensions_are_computed_as_they_are_documented() throws IOException {
        AdversityScore score = score(phase("kill", PhaseState.PASSED, group(6, 5, 0), group(6, 2, 0)));

        assertThat(score.dimensions(Set.of("kill")))
                .containsEntry(AdversityScore.Dimension.THROUGHPUT, 100.0)
                .containsEntry(AdversityScore.Dimension.LATENCY, 4.0)
                .containsEntry(AdversityScore.Dimension.STABILITY, 90.0)
                .containsEntry(AdversityScore.Dimension.RESISTANCE, 20.0)
                .containsEntry(AdversityScore.Dimension.RECOVERY, 1.0)
                .containsEntry(AdversityScore.Dimension.DISTURBANCE_PERIOD, 20.0)
                .containsEntry(AdversityScore.Dimension.METRIC_DEVIATION, 35.0)
                .hasEntrySatisfying(
                        AdversityScore.Dimension.ADAPTATION,
                        points -> assertThat(points).isCloseTo(30, within(1e-9)));
    }

    /** Covers an old error: a phase of different faults was taken for one fault to which the database adapted. */
    @ParameterizedTest
    @CsvSource({"kill, kill, true", "changefeed, rollingRestart, false"})
    void only_a_repeated_fault_shows_adaptation(String first, String last, boolean shown) throws IOException {
        AdversityScore score = score(phase("work", PhaseState.PASSED, injected(first, 5), injected(last, 2)));

        assertThat(score.dimensions(Set.of("work")).containsKey(AdversityScore.Dimension.ADAPTATION))
                .isEqualTo(shown);
    }

    private static GroupImpact injected(String fault, double lostSeconds) throws IOException {
        return impact("""
                {"injections": [{"name": "%s", "fault": "%s", "status": "in_effect"}],
                 "injected_s": 100, "healed_s": 110, "watched_until_s": 120, "due": 2000, "in_time": 2000,
                 "lost_goodput": {"seconds_of_baseline": %s},
                 "recovery": {"from_injection": {"after_s": 6.0}, "from_healing": {"after_s": 1.0}}}
                """.formatted(fault, fault, lostSeconds));
    }

    @Test
    void a_real_run_has_a_card_next_to_it() throws IOException {
        NamedRun run = new NamedRun("", RecordedRun.read(GOLDEN));
        NamedRun again = new NamedRun("again", RecordedRun.read(GOLDEN));

        List<Table> card = AdversityCard.of(List.of(run, again));

        assertThat(card)
                .extracting(Table::name)
                .containsExactly("adversity-card", "adversity-score", "adversity-dimensions");
        assertThat(TableFormat.TEXT.lines(card)).anyMatch(line -> line.startsWith("kill ") && line.contains("again"));
    }

    /** Covers an old error: the card of an invalid run had the throughput of its client, 0 s of disturbance and 0 lost writes. */
    @Test
    void the_card_of_an_invalid_run_has_no_figure() throws IOException {
        Path invalid = edited(summary -> withFirstPhase("invalid", overloaded(summary)));

        List<Table> card = AdversityCard.of(List.of(new NamedRun("pg", RecordedRun.read(invalid))));

        assertThat(card.getFirst().rows()).isEmpty();
        assertThat(card.getFirst().notes()).contains("Left out: kill (invalid in pg).");
        assertThat(card.get(1).rows())
                .singleElement()
                .satisfies(row -> assertThat(row).extracting(TableCell::text).startsWith("pg", "N/A", "0", "N/A"));
        assertThat(card.getLast().rows())
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.getLast().text()).isEqualTo("N/A"));
        assertThat(card.getLast().notes())
                .contains("N/A: the client of the run was overloaded, so its figures are not the database's.");
    }

    /** Covers an old error: the run of a version that did not come back took every phase out of the card of the others. */
    @Test
    void a_run_of_which_no_phase_counts_takes_none_away_from_the_others() throws IOException {
        Path cut = edited(summary -> withFirstPhase("cut", summary));

        List<Table> card = AdversityCard.of(
                List.of(new NamedRun("five", RecordedRun.read(GOLDEN)), new NamedRun("six", RecordedRun.read(cut))));

        assertThat(card.getFirst().rows()).hasSize(2);
        assertThat(card.getFirst().rows().getFirst())
                .extracting(TableCell::text)
                .startsWith("kill", "five")
                .doesNotContain("N/A");
        assertThat(card.getFirst().rows().getLast())
                .extracting(TableCell::text)
                .startsWith("kill", "six", "N/A", "N/A", "N/A");
        assertThat(card.getFirst().notes()).contains("Left out: kill (cut in six).");
        assertThat(card.get(1).rows().getFirst().get(1).text()).isNotEqualTo("N/A");
        assertThat(card.get(1).rows().getLast()).extracting(TableCell::text).startsWith("six", "N/A", "0", "N/A");
    }

    @Test
    void a_run_whose_client_was_no_later_than_allowed_counts() throws IOException {
        Path late = edited(summary -> withFirstPhase("invalid", overloaded(summary))
                .replaceFirst("\"own_lag_p99_ms\" ?: ?[0-9.]+", "\"own_lag_p99_ms\": 22.5")
                .replaceFirst(
                        "\"exit_codes\" ?: ?\\[[^\\]]*]",
                        "\"exit_codes\": [{\"code\": 6, \"reason\": \"late by 22.5 ms\", \"overload\": \"delay\"}]"));
        List<NamedRun> runs = List.of(new NamedRun("pg", RecordedRun.read(late)));

        assertThat(AdversityCard.of(runs, OptionalLong.of(50)).getFirst().rows())
                .singleElement()
                .satisfies(row -> assertThat(row).extracting(TableCell::text).startsWith("kill", "pg"));
        assertThat(AdversityCard.of(runs, OptionalLong.of(20)).getFirst().rows())
                .isEmpty();
    }

    /** Covers a run whose client kept up and whose fault was not in effect: its baseline counts, and nothing else. */
    @Test
    void the_card_of_a_run_without_a_phase_that_counts_has_its_baseline_only() throws IOException {
        Path vacuous = edited(summary -> withFirstPhase("vacuous", summary));

        Table dimensions = AdversityCard.of(List.of(new NamedRun("pg", RecordedRun.read(vacuous))))
                .getLast();

        assertThat(dimensions.rows())
                .filteredOn(row -> row.getLast().text().equals("N/A"))
                .extracting(row -> row.getFirst().text())
                .containsExactly("resistance", "recovery", "disturbance period", "adaptation", "metric deviation");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hold: 4s|hold: 5s|phases",
                "seed: 7|seed: 8|rules of measuring (seed, windows, recovery)",
                "workloadc|workloada|loads"
            })
    void runs_of_different_scenarios_are_refused(String change) throws IOException {
        String[] parts = change.split("\\|", -1);
        Path other = temp.resolve("other");
        Directories.copy(GOLDEN, other);
        Path scenario = other.resolve("config/scenario.yaml");
        Files.writeString(scenario, Files.readString(scenario).replace(parts[0], parts[1]));

        List<NamedRun> runs =
                List.of(new NamedRun("a", RecordedRun.read(GOLDEN)), new NamedRun("b", RecordedRun.read(other)));

        assertThatThrownBy(() -> AdversityCard.of(runs))
                .hasMessage("a and b cannot be compared: their scenarios have different " + parts[2]
                        + "; run both with the same scenario, size, seed and load");
    }

    private Path edited(UnaryOperator<String> edit) throws IOException {
        Path run = temp.resolve("edited");
        Directories.copy(GOLDEN, run);
        Path summary = run.resolve("summary.json");
        Files.writeString(summary, edit.apply(Files.readString(summary)));
        return run;
    }

    private static String overloaded(String summary) {
        return summary.replaceFirst("\"overloaded\" ?: ?false", "\"overloaded\": true");
    }

    private static String withFirstPhase(String state, String summary) {
        return summary.replaceFirst("(\"phases\"[\\s\\S]*?\"state\" ?: ?)\"passed\"", "$1\"" + state + "\"");
    }
}
