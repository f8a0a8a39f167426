package squall.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.report.compare.Entrants.GOODPUT;
import static squall.report.compare.Entrants.side;
import static squall.report.compare.Entrants.under;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import squall.table.Table;
import squall.table.TableCell;

class SuccessiveComparisonsTest {
    private final SequencedMap<String, List<ComparedRun>> groups = new LinkedHashMap<>();

    @Test
    void each_version_is_compared_with_the_one_before_it() {
        groups.put("16", side("a", GOODPUT, 1000, 1004, 998, 1010, 995));
        groups.put("17", side("b", GOODPUT, 900, 890, 905, 880, 895));
        groups.put("18", side("c", GOODPUT, 1000, 1004, 998, 1010, 996));

        assertThat(texts(SuccessiveComparisons.of(groups)))
                .containsExactly(
                        "measured.goodput_per_s | 16 | 17 | 1,000 | 895 | 0.89 | [0.88 0.90] | 0.008 | worse",
                        "measured.goodput_per_s | 17 | 18 | 895 | 1,000 | 1.12 | [1.10 1.14] | 0.008 | better");
    }

    @Test
    void one_run_of_a_version_cannot_tell() {
        groups.put("16", side("a", GOODPUT, 1000));
        groups.put("17", side("b", GOODPUT, 500));

        assertThat(texts(SuccessiveComparisons.of(groups)).getFirst()).endsWith("cannot tell (needs 4 runs per side)");
    }

    @Test
    void the_cluster_may_differ_and_nothing_else_that_decides_what_was_measured() {
        groups.put("16", under("a", 2, Map.of("cluster.version", "16", "config.scenario.yaml", "version: 16")));
        groups.put("17", under("b", 2, Map.of("cluster.version", "17", "config.scenario.yaml", "version: 17")));
        groups.put("18", under("c", 2, Map.of("cluster.version", "18", "threads", "8")));

        Table table = SuccessiveComparisons.of(groups);

        assertThat(texts(table)).singleElement().asString().startsWith("measured.goodput_per_s | 16 | 17 | ");
        assertThat(table.notes())
                .contains("17 with 18: cannot compare: the runs differ in threads: nothing / 8"
                        + " (--allow-difference KEY compares them all the same)");
    }

    @Test
    void one_version_alone_is_no_comparison() {
        groups.put("16", side("a", GOODPUT, 1000));

        Table table = SuccessiveComparisons.of(groups);

        assertThat(table.rows()).isEmpty();
        assertThat(table.notes()).contains("Nothing to compare: only of 16 there are runs.");
    }

    private static List<String> texts(Table table) {
        return table.rows().stream()
                .map(row -> row.stream().map(TableCell::text).collect(Collectors.joining(" | ")))
                .toList();
    }
}
