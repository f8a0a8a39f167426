package squall.report.browse;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.report.browse.ListedRun.RunGroup;
import squall.report.model.JudgementStatus;

class RunListQueryTest {
    private static final ListedRun FIRST = run("r1", 1, "tpcc", 900, 12.5, List.of("nightly"));
    private static final ListedRun SECOND = run("r2", 2, "workloada", 2000, 3, List.of());
    private static final ListedRun BROKEN = ListedRun.broken("r0", "manifest.json is no JSON");
    private static final List<ListedRun> ALL = List.of(BROKEN, FIRST, SECOND);

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "'', r2 r1 r0",
                "TPCC, r1",
                "workload:tpcc, r1",
                "database:postgres version:17, r2 r1",
                "workload:work p99:<5, r2",
                "goodput:>900, r2",
                "goodput:>=900, r2 r1",
                "goodput:<=900, r1",
                "p99:>12.4, r1",
                "p99:>x, -",
                "tag:nightly, r1",
                "tpcc workloada, -",
                "json, r0",
                "none:tpcc, -",
                "2026-01-01, r2 r1"
            })
    void words_are_searched(String words, String found) {
        assertThat(found(Map.of("q", words))).isEqualTo(found == null ? "" : found);
    }

    @ParameterizedTest
    @CsvSource({
        "goodput, r1 r2 r0",
        "-goodput, r2 r1 r0",
        "p99, r2 r1 r0",
        "workload, r1 r2 r0",
        "-workload, r2 r1 r0",
        "when, r1 r2 r0",
        "nothing, r1 r2 r0"
    })
    void runs_are_sorted_and_those_without_a_value_come_last(String sort, String found) {
        assertThat(found(Map.of("sort", sort))).isEqualTo(found);
    }

    @Test
    void values_are_chosen_exactly() {
        assertThat(found(Map.of("workload", "workload"))).isEmpty();
        assertThat(found(Map.of("workload", "workloada"))).isEqualTo("r2");
        assertThat(found(Map.of("tag", "nightly"))).isEqualTo("r1");
    }

    @Test
    void an_address_asks_for_the_same_again() {
        RunListQuery query =
                RunListQuery.of(Map.of("q", "a&b=c ü", "tag", "x y", "sort", "-p99", "group", "yes", "page", "3"));
        assertThat(query.address()).isEqualTo("/?q=a%26b%3Dc%20%C3%BC&tag=x%20y&sort=-p99&group=yes&page=3");
    }

    @Test
    void repeated_runs_are_grouped_whatever_their_seed() {
        List<RunGroup> groups =
                RunGroup.of(List.of(FIRST, SECOND, run("r3", 3, "tpcc", 1100, 14.5, List.of()), BROKEN));
        assertThat(groups.stream().map(group -> group.runs().size())).containsExactly(2, 1, 1);
        assertThat(groups.getFirst().median(ListedRun::goodputPerS)).hasValue(1000);
        assertThat(groups.getLast().median(ListedRun::p99Ms)).isEmpty();
    }

    private static String found(Map<String, String> parameters) {
        return String.join(
                " ",
                RunListQuery.of(parameters).of(ALL).stream().map(ListedRun::id).toList());
    }

    private static ListedRun run(
            String id, int minute, String workload, double goodput, double p99, List<String> tags) {
        return new ListedRun(
                id,
                Optional.of(Instant.parse("2026-01-01T00:00:00Z").plusSeconds(60L * minute)),
                workload,
                "",
                "postgresql",
                "17.5",
                JudgementStatus.PASSED,
                "✓ pass",
                OptionalDouble.of(goodput),
                OptionalDouble.of(p99),
                OptionalLong.empty(),
                tags,
                "bin/run " + workload,
                "");
    }
}
