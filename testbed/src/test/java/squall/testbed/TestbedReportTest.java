package squall.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

class TestbedReportTest {
    @Test
    void facts_are_lines_and_nodes_are_a_table() {
        SequencedMap<String, Object> nodes = map("n1", map("state", "up", "role", "primary", "pid", 4711L));
        nodes.put("n2", map("state", "down", "role", "", "pid", 0L, "sees", map("n1", "up", "n3", "down")));
        assertThat(new TestbedReport(
                                "n1 is the primary.",
                                map(
                                        "user",
                                        "squall",
                                        "settings",
                                        map("fsync", "on", "wal_level", "replica"),
                                        "nodes",
                                        nodes))
                        .text())
                .isEqualTo("""
                        n1 is the primary.
                          user      squall
                          settings  fsync=on
                                    wal_level=replica

                          nodes  state  role      pid  sees
                          n1     up     primary  4711  –
                          n2     down   –           0  n1 up, n3 down
                        """);
    }

    @Test
    void a_report_without_facts_is_its_sentence() {
        assertThat(new TestbedReport("There was nothing to remove.", map()).text())
                .isEqualTo("There was nothing to remove.\n");
    }

    @Test
    void as_json_the_facts_keep_their_names_and_types() {
        assertThat(new TestbedReport("PostgreSQL runs.", map("pid", 7, "settings", map("fsync", "on"))).json())
                .isEqualTo("""
                        {
                          "pid" : 7,
                          "settings" : {
                            "fsync" : "on"
                          }
                        }
                        """);
    }

    private static SequencedMap<String, Object> map(Object... namesAndValues) {
        SequencedMap<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}
