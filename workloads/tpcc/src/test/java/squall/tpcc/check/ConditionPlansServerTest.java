package squall.tpcc.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import squall.sql.SqlDatabase;
import squall.tpcc.InstalledPostgres;
import squall.tpcc.TpccServer;
import squall.tpcc.WarehouseScale;

/** Test of PostgreSQL's plans for the conditions: none compares every row of one big table with every row of another. */
@Tag("server")
@ExtendWith(TpccServer.Giver.class)
class ConditionPlansServerTest {
    private static final WarehouseScale ONE = WarehouseScale.of(1);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Tables that grow by at most ten rows a warehouse. */
    private static final Set<String> SMALL = Set.of("warehouse", "district");

    @Test
    void no_condition_is_quadratic_on_the_bundled_server(TpccServer server) throws Exception {
        assertThat(quadratic(SqlDatabase.connect(server.loaded("plans")))).isEmpty();
    }

    @Test
    void no_condition_is_quadratic_on_servers_that_are_installed_here() throws Exception {
        List<Path> installed = InstalledPostgres.folders();
        assumeThat(installed).isNotEmpty();
        for (Path folder : installed) {
            try (InstalledPostgres server = InstalledPostgres.start(folder)) {
                TpccServer.load(server.settings());
                assertThat(quadratic(SqlDatabase.connect(server.settings())))
                        .as(folder.toString())
                        .isEmpty();
            }
        }
    }

    /** Returns the conditions with a quadratic plan, with the statistics that the loader gathered and without any. */
    private static List<String> quadratic(SqlDatabase database) throws SQLException, IOException, InterruptedException {
        List<String> found = new ArrayList<>();
        try (Connection connection = database.open();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            explain("", statement, found);
            statement.execute("DELETE FROM pg_statistic");
            explain(" without statistics", statement, found);
            connection.rollback();
        }
        return found;
    }

    private static void explain(String how, Statement statement, List<String> found) throws SQLException, IOException {
        for (ConsistencyCondition condition : ConsistencyCondition.values()) {
            for (String query : List.of(
                    condition.query(ONE, "0").count(), condition.query(ONE, "0").offenders())) {
                try (ResultSet row = statement.executeQuery("EXPLAIN (FORMAT JSON) " + query)) {
                    row.next();
                    if (quadratic(JSON.readTree(row.getString(1)).path(0).path("Plan"))) {
                        found.add(condition.title() + how + ": " + query);
                    }
                }
            }
        }
    }

    /** Finds a nested loop over the rows of two big tables of which the inner is not looked up by an index. */
    private static boolean quadratic(JsonNode plan) {
        JsonNode parts = plan.path("Plans");
        boolean here = plan.path("Node Type").asText().equals("Nested Loop")
                && big(parts.path(0))
                && big(parts.path(1))
                && !parts.path(1).has("Index Cond");
        for (JsonNode part : parts) {
            here |= quadratic(part);
        }
        return here;
    }

    private static boolean big(JsonNode plan) {
        String table = plan.path("Relation Name").asText("");
        boolean here = !table.isEmpty() && !SMALL.contains(table);
        for (JsonNode part : plan.path("Plans")) {
            here |= big(part);
        }
        return here;
    }
}
