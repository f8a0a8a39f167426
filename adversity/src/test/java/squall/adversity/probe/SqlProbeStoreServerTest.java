package squall.adversity.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.adversity.probe.store.ProbeStore;
import squall.adversity.probe.store.ProbeStore.BankStore.AccountTotals;
import squall.adversity.probe.store.SqlProbeStore;

/** The tables of the probes on a real server: each run sees and removes its own rows and no others. */
@Tag("server")
class SqlProbeStoreServerTest {
    @RegisterExtension
    static final Postgres POSTGRES = new Postgres();

    @Test
    void a_run_sees_and_removes_its_own_rows() throws Exception {
        try (SqlProbeStore ours = store("00000a");
                SqlProbeStore others = store("00000b")) {
            ours.make();
            others.make();
            for (SqlProbeStore store : List.of(ours, others)) {
                store.seedRegisters(List.of(1, 2));
                store.seedAccounts(3, 100);
                store.seedCounter();
            }
            POSTGRES.tell("UPDATE squall_register SET ver = 7 WHERE run = 10 AND k = 2");
            assertThat(ours.versions(List.of(1, 2, 3))).isEqualTo(Map.of(1, 0L, 2, 7L));
            assertThat(others.versions(List.of(2))).isEqualTo(Map.of(2, 0L));

            ours.removeRows();

            assertThat(ours.versions(List.of(1, 2))).isEmpty();
            assertThat(ours.counter()).isEmpty();
            assertThat(others.counter()).hasValue(0);
            assertThat(others.balance()).isEqualTo(new AccountTotals(300, 100, 3));
        }
    }

    @Test
    void a_survey_has_every_row_of_the_ledger_once_in_order_and_says_which_are_corrupt() throws Exception {
        try (SqlProbeStore store = store("00000c")) {
            store.make();
            POSTGRES.tell("INSERT INTO squall_ledger SELECT 12, 0, n, 0, 'x' FROM generate_series(0, 10000) n");
            var good = store.entry(1, 5);
            POSTGRES.tell(
                    "INSERT INTO squall_ledger VALUES (12, 1, 5, " + good.checksum() + ", '" + good.payload() + "')");
            List<String> intact = new ArrayList<>();
            List<Long> corrupt = new ArrayList<>();
            store.survey(2, 10_001, (writer, number, whole) -> {
                if (whole) {
                    intact.add(writer + ":" + number);
                } else {
                    corrupt.add(number);
                }
            });
            assertThat(intact).containsExactly("1:5");
            assertThat(corrupt).hasSize(10_001).isSorted().doesNotHaveDuplicates();
        }
    }

    /** Answers as with a corrupt index: a view in place of the table refuses as long as the plan may use an index. */
    @Test
    void a_ledger_with_a_corrupt_index_is_read_without_it() throws Exception {
        try (SqlProbeStore store = store("00000f")) {
            store.make();
            POSTGRES.tell("ALTER TABLE squall_ledger RENAME TO squall_ledger_rows");
            POSTGRES.tell("CREATE FUNCTION corrupt() RETURNS boolean LANGUAGE plpgsql AS 'BEGIN "
                    + "IF current_setting(''enable_indexscan'') = ''on'' "
                    + "THEN RAISE ''index \"squall_ledger_pkey\" contains unexpected zero page'' USING ERRCODE = ''XX002''; "
                    + "END IF; RETURN true; END'");
            POSTGRES.tell("CREATE VIEW squall_ledger AS SELECT * FROM squall_ledger_rows WHERE corrupt()");
            try {
                POSTGRES.tell("INSERT INTO squall_ledger_rows VALUES (15, 0, 7, 0, 'x')");
                List<String> found = new ArrayList<>();
                String remark = store.survey(1, 8, (writer, number, whole) -> found.add(writer + ":" + number));
                assertThat(found).containsExactly("0:7");
                assertThat(remark)
                        .startsWith(", read without the index: ")
                        .contains("index \"squall_ledger_pkey\" contains unexpected zero page");
            } finally {
                POSTGRES.tell("DROP VIEW squall_ledger");
                POSTGRES.tell("DROP FUNCTION corrupt");
                POSTGRES.tell("ALTER TABLE squall_ledger_rows RENAME TO squall_ledger");
            }
        }
    }

    @Test
    void a_server_that_may_forget_what_it_acknowledged_is_named_with_its_setting() throws Exception {
        try (SqlProbeStore store = store("00000d")) {
            assertThat(store.lossAllowedBy()).isEmpty();
            POSTGRES.tell("ALTER ROLE CURRENT_USER SET synchronous_commit = off");
            try {
                assertThat(store.lossAllowedBy()).contains("synchronous_commit=off");
            } finally {
                POSTGRES.tell("ALTER ROLE CURRENT_USER RESET synchronous_commit");
            }
        }
    }

    @Test
    void lanes_have_keys_of_their_own_and_the_names_of_their_nodes() throws Exception {
        try (SqlProbeStore store = store("00000e")) {
            List<ProbeStore.LaneLocation> places = store.places(2);
            assertThat(places).extracting(ProbeStore.LaneLocation::name).containsExactly("primary 1", "primary 2");
            assertThat(places).extracting(ProbeStore.LaneLocation::node).containsOnly("");
            assertThat(places).extracting(ProbeStore.LaneLocation::key).containsExactly(1_000_000, 1_000_001);
            assertThat(store.nodePlaces())
                    .extracting(place -> place.name() + " in " + place.zone())
                    .containsExactly("n1 in a");
        }
    }

    private static SqlProbeStore store(String run) throws IOException, InterruptedException {
        return SqlProbeStore.connect(POSTGRES.target(), POSTGRES.nodes(), run, Duration.ofSeconds(10));
    }
}
