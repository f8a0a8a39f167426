package squall.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import squall.report.format.TableFormat;
import squall.report.table.YcsbLoad.Loaded;
import squall.table.Table;
import squall.table.TableCell;

class YcsbLoadTest {
    private static final OptionalDouble NONE = OptionalDouble.empty();

    @Test
    void the_loads_of_the_blog_are_printed_as_it_printed_them() {
        Published published = Published.of("ycsb-load-time");
        SequencedMap<String, Loaded> loads = new LinkedHashMap<>();
        published.rows().forEach(row -> loads.put(name(row), load(row)));

        Table table = YcsbLoad.table(loads);

        assertThat(table.columns().stream().map(Table.Column::name))
                .containsExactly("figure", "unit", "cockroachdb range", "yugabytedb range", "yugabytedb hash");
        assertThat(table.rows().getFirst().stream().map(TableCell::text))
                .containsExactly("time to load", "", "25h 45m 14s", "9h 12m 31s", "7h 9m 25s")
                .endsWith(published.rows().stream()
                        .map(row -> Published.text(row, "time"))
                        .toArray(String[]::new));
    }

    @Test
    void a_load_that_slows_down_says_so_next_to_its_mean() {
        assertThat(csv(new Loaded(
                        5025.4,
                        30_000_000,
                        32,
                        "copy",
                        OptionalDouble.of(12_000),
                        OptionalDouble.of(3500),
                        OptionalDouble.of(120),
                        4,
                        OptionalDouble.of(17),
                        ms(5.25),
                        ms(40))))
                .containsExactly(
                        "time to load,,5025.4",
                        "rows,,30000000",
                        "threads,,32",
                        "mode,,copy",
                        "rows/s,1/s,5969.67",
                        "\"rows/s, first 10 %\",1/s,12000",
                        "\"rows/s, last 10 %\",1/s,3500",
                        "slowdown,%,70.8",
                        "\"rows/s, lowest 10 s\",1/s,120",
                        "seconds without progress,s,4",
                        "writes throttled,,17",
                        "average,ms,5.25",
                        "p99,ms,40");
    }

    @Test
    void a_load_too_short_for_tenths_has_no_slowdown() {
        assertThat(csv(new Loaded(8, 100, 1, "", NONE, NONE, NONE, 0, NONE, ms(1), ms(2))))
                .contains("mode,,", "\"rows/s, first 10 %\",1/s,", "\"rows/s, last 10 %\",1/s,", "slowdown,%,");
    }

    private static List<String> csv(Loaded load) {
        SequencedMap<String, Loaded> loads = new LinkedHashMap<>(Map.of("pg", load));
        List<String> lines = TableFormat.CSV.lines(List.of(YcsbLoad.table(loads)));
        return lines.subList(1, lines.size());
    }

    private static String name(Map<String, TableCell> row) {
        return Published.text(row, "system") + " " + Published.text(row, "sharding");
    }

    private static Loaded load(Map<String, TableCell> row) {
        return new Loaded(
                Published.number(row, "seconds"),
                (long) Published.number(row, "rows"),
                (long) Published.number(row, "threads"),
                "",
                NONE,
                NONE,
                NONE,
                0,
                NONE,
                NONE,
                NONE);
    }

    private static OptionalDouble ms(double milliseconds) {
        return OptionalDouble.of(milliseconds);
    }
}
