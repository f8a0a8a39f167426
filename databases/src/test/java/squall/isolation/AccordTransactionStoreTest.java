package squall.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import squall.check.isolation.HistoryTransaction.KeyOperation;
import squall.cql.Keyspace;
import squall.isolation.AccordTransactionStore.TransactionText;
import squall.isolation.CqlTransactionStore.RunTable;

class AccordTransactionStoreTest {
    private static final RunTable AT = new RunTable(new Keyspace("ks", ""), "ks.la", 9);
    private static final String SELECT = "(SELECT v FROM ks.la WHERE k = ? AND run = ?)";

    /** Reads keys 3 and 4, the first of them twice, and writes key 5 twice, key 3 once. */
    private static final List<KeyOperation> OPERATIONS = List.of(
            new KeyOperation.Write(5, 1),
            new KeyOperation.Read(3, List.of(), false),
            new KeyOperation.Write(3, 7),
            new KeyOperation.Read(4, List.of(), false),
            new KeyOperation.Write(5, 2),
            new KeyOperation.Read(3, List.of(), false));

    @Test
    void each_cell_is_read_and_written_by_one_statement() {
        TransactionText text = TransactionText.of(OPERATIONS, false);
        assertThat(text.cql(AT, true))
                .isEqualTo("BEGIN TRANSACTION LET r0 = " + SELECT + "; LET r1 = " + SELECT + "; SELECT r0.v, r1.v;"
                        + " UPDATE ks.la SET v += ? WHERE k = ? AND run = ?; UPDATE ks.la SET v += ? WHERE k = ? AND"
                        + " run = ?; COMMIT TRANSACTION");
        assertThat(text.values(9, true)).containsExactly(3L, 9L, 4L, 9L, List.of(1L, 2L), 5L, 9L, List.of(7L), 3L, 9L);
    }

    @Test
    void a_register_holds_the_last_of_its_values() {
        TransactionText text = TransactionText.of(OPERATIONS, false);
        assertThat(text.cql(AT, false)).contains("; UPDATE ks.la SET v = ? WHERE k = ? AND run = ?; ");
        assertThat(text.values(9, false)).containsExactly(3L, 9L, 4L, 9L, 2L, 5L, 9L, 7L, 3L, 9L);
    }

    @Test
    void of_the_same_cell_each_value_is_written_by_a_statement_of_its_own() {
        assertThat(TransactionText.of(OPERATIONS, true).values(9, true))
                .containsExactly(3L, 9L, 4L, 9L, List.of(1L), 5L, 9L, List.of(7L), 3L, 9L, List.of(2L), 5L, 9L);
    }

    @Test
    void without_reads_nothing_is_answered() {
        assertThat(TransactionText.of(List.of(new KeyOperation.Write(5, 1)), false)
                        .cql(AT, true))
                .isEqualTo("BEGIN TRANSACTION UPDATE ks.la SET v += ? WHERE k = ? AND run = ?; COMMIT TRANSACTION");
    }
}
