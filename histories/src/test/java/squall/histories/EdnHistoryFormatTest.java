package squall.histories;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.check.isolation.Anomaly;
import squall.check.isolation.History;
import squall.check.isolation.IsolationResult;
import squall.check.isolation.IsolationResult.Witness;
import squall.results.history.RecordedHistory;

class EdnHistoryFormatTest {
    @TempDir
    private Path folder;

    @Test
    void a_history_of_jepsen_is_read() throws Exception {
        Path file = file("""
                {:type :invoke, :f :txn, :value [[:append 3 1]], :process 0, :time 10, :index 0}
                {:type :ok, :f :txn, :value [[:append 3 1]], :process 0, :time 20, :index 1}
                {:type :info, :f :start, :value "n1 ([{", :process :nemesis, :time 25, :index 2}
                {:type :invoke, :f :txn, :value [[:r 3 nil] [:append 3 2]], :process 1, :time 30, :index 3}
                {:type :invoke, :f :txn, :value [[:r 3 nil] [:append 3 3]], :process 2, :time 30, :index 4}
                #jepsen.history.Op{:type :ok, :f :txn, :value [[:r 3 [1]] [:append 3 2]], :process 1, :time 40, :index 5}
                {:type :ok, :f :txn, :value [[:r 3 [1]] [:append 3 3]], :process 2, :time 40, :index 6}
                {:type :invoke, :f :txn, :value [[:append 3 4]], :process 4, :time 45, :index 7}
                {:type :info, :f :txn, :value [[:append 3 4]], :process 4, :time 46, :index 7}
                {:type :invoke, :f :txn, :value [[:r 3 nil]], :process 5, :time 50, :index 7}
                {:type :ok, :f :txn, :value [[:r 3 [1 2 3]]], :process 5, :time 60, :index 8}
                """);
        RecordedHistory read = RecordedHistory.read(file);
        assertThat(read.history().model()).isEqualTo(History.Model.LIST_APPEND);
        assertThat(read.check().counts()).containsOnlyKeys(Anomaly.LOST_UPDATE);
        assertThat(read.check().unknown()).isEqualTo(1);
    }

    @Test
    void registers_of_jepsen_may_stand_in_one_vector() throws Exception {
        Path file = file("""
                [{:type :invoke, :f :txn, :value [[:w 1 5]], :process 0}
                 {:type :ok, :f :txn, :value [[:w 1 5]], :process 0}
                 {:type :invoke, :f :txn, :value [[:r 1 nil]], :process 0}
                 {:type :ok, :f :txn, :value [[:r 1 nil]], :process 0}]
                """);
        assertThat(RecordedHistory.read(file).check().counts()).containsOnlyKeys(Anomaly.SESSION_ORDER);
    }

    /** The example of Elle's own page: completions alone, and keys that are names. */
    @Test
    void a_history_of_completions_alone_is_read() throws Exception {
        IsolationResult result = RecordedHistory.read(file("""
                [{:type :ok, :value [[:append :x 1] [:r :y [1]]]}
                 {:type :ok, :value [[:append :x 2] [:append :y 1]]}
                 {:type :ok, :value [[:r :x [1 2]]]}]
                """)).check();
        assertThat(result.witnesses()).extracting(Witness::text).containsExactly("""
                circular information flow (G1c)
                  T0 read key :y as [1], which T1 had appended 1 to
                  T1 appended 2 to key :x after T0's append of 1""");
    }

    @Test
    void a_history_may_be_a_list_with_comments_and_invocations_that_read_without_a_place_for_the_value()
            throws Exception {
        RecordedHistory read = RecordedHistory.read(file("""
                ; store/latest/history.edn
                ({:type :invoke, :f :txn, :value [[:r 3 nil] [:append 3 2] [:r 3]], :process 0, :time 1}
                 {:type :ok, :f :txn, :value [[:r 3 nil] [:append 3 2] [:r 3 [2]]], :process 0, :time 2} ; done
                 #_ {:type :ok}
                 {:type :fail, :f :txn, :value nil, :process :nemesis})
                """));
        assertThat(read.check().text()).isEqualTo("no anomaly in 1 transaction: strict serializable holds");
    }

    @Test
    void what_a_transaction_without_an_end_appended_may_be_read() throws Exception {
        RecordedHistory read = RecordedHistory.read(file("""
                {:type :invoke, :value [[:append 3 1]], :process 0, :time 1}
                {:type :invoke, :value [[:r 3 nil]], :process 1, :time 5}
                {:type :ok, :value [[:r 3 [1]]], :process 1, :time 6}
                """));
        assertThat(read.check().text()).isEqualTo("no anomaly in 2 transactions: strict serializable holds");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{:type :ok, :value [], :process 0} | 2: process 0 completes a transaction that it has not begun",
                "{:type :invoke, :value [[:cas 1 2]], :process 0} | 2: 'cas' is not an operation: use :append, :w or :r",
                "{:type :invoke, :value 5, :process 0} | 2: :value must be a vector of operations",
                "{:type :invoke, :value []} | 2: :process must be a whole number from 0 on, or the name of a nemesis, not null",
                "{:type :invoke, :value [], :process 4294967296} | 2: :process must be a whole number from 0 on, or the name of a nemesis, not 4294967296",
                "{:type :done, :value [], :process 0} | 2: :type must be :invoke, :ok, :fail or :info, not 'done'",
                "{:type :ok, :value [[:r 1]]} | 2: a read that was done must say what it saw: [:r, 1]",
                "{:type :ok, :value [[:w 1 2 3]]} | 2: an operation must be [:append KEY VALUE], [:w KEY VALUE] or [:r KEY VALUE], not [:w, 1, 2, 3]",
                "{:type :ok, :value [[:w 1 :a]]} | 2: a value must be a whole number of at most 64 bits, not :a",
                "{:type :ok, :value [[:w [1] 1]]} | 2: a key must be a whole number of at most 64 bits or a name, not [1]",
                "{:type :ok, :value [[:w 1 5N]]} | 2: a value must be a whole number of at most 64 bits, not 5N",
                "{:type :ok, :value [[:w :x 1] [:w 1 1]]} | 2: keys must all be numbers or all be names, not 1 next to others",
                "{:type :ok, :value [[:w 1 1] [:r 1 [1]]]} | 2: it is of a list, and line 2 of a register",
                "{:type :ok, :value [[:append 1 1]]} {:type :ok, :value [[:w 1 2]]} | 2: it is of a register, and line 2 of a list",
                "{:type :ok, :value [[:w 1 1]]} {:type :ok, :value [[:w 1 1]]} | 2: value 1 is written to key 1 twice, first by transaction 0: every value must be unique to its key",
                "{:type :ok, :value [[:w 1 1]] | 2: it is not EDN: Expected END_MAP_OR_SET, but found END_OF_INPUT",
                "[{:type :ok, :value [[:w 1 1]]} | 3: the history does not end: its vector or list is not closed",
                "[{:type :ok, :value [[:w 1 1]]}] 7 | 2: the history ended before it",
                "7 | 2: it is not a map",
            })
    void a_wrong_event_of_jepsen_is_named_with_its_reason(String text, String reason) throws IOException {
        Path file = file("\n" + text + "\n");
        assertThatThrownBy(() -> RecordedHistory.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + ":" + reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{:type :info, :f :start, :process :nemesis}"})
    void a_file_without_a_transaction_is_no_history(String text) throws IOException {
        Path file = file(text);
        assertThatThrownBy(() -> RecordedHistory.read(file)).hasMessage(file + ": there is no transaction in it");
    }

    @Test
    void a_file_nested_without_end_is_refused() throws IOException {
        Path file = file("[".repeat(1_000_000));
        assertThatThrownBy(() -> RecordedHistory.read(file)).hasMessage(file + ":1: it is nested too deeply");
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("history"), text);
    }
}
