package squall.results.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.check.isolation.Anomaly;
import squall.check.isolation.History;
import squall.check.isolation.HistoryTransaction;
import squall.check.isolation.HistoryTransaction.Operation;

class RecordedHistoryTest {
    @TempDir
    private Path folder;

    @Test
    void what_was_written_is_read() throws Exception {
        Path file = folder.resolve(HistoryWriter.NAME);
        HistoryHeader header = new HistoryHeader(History.Model.LIST_APPEND, "serializable", "serializable");
        try (HistoryWriter writer = new HistoryWriter(file, header)) {
            writer.write(transaction(0, 10, new Operation.Write(7, 1), new Operation.Read(7, List.of(1L), false)));
            writer.write(transaction(
                    1, 20, new Operation.Read(7, List.of(1L), true), new Operation.Read(8, List.of(), false)));
        }
        assertThat(Files.readString(file)).isEqualTo("""
                {"model":"LIST_APPEND","asked":"serializable","claimed":"serializable"}
                {"session":0,"begin":10,"end":15,"outcome":"committed","ops":[["w",7,1],["r",7,1]]}
                {"session":1,"begin":20,"end":25,"outcome":"committed","ops":[["p",7,1],["r",8]]}
                """);
        RecordedHistory read = RecordedHistory.read(file);
        assertThat(read.header()).isEqualTo(header);
        assertThat(read.history().operations()).isEqualTo(4);
        assertThat(read.check().text()).isEqualTo("no anomaly in 2 transactions: strict serializable holds");
    }

    private static HistoryTransaction transaction(int session, long beginNs, Operation... operations) {
        return new HistoryTransaction(
                session, beginNs, beginNs + 5, History.Ending.COMMITTED, false, List.of(operations));
    }

    @Test
    void a_line_that_a_crash_cut_off_is_left_out() throws Exception {
        Path file = file("""
                {"model":"REGISTER","asked":"","claimed":""}
                {"session":0,"begin":10,"end":15,"outcome":"committed","ops":[["r",7],["w",7,1]]}
                {"session":1,"begin":20,"en""");
        assertThat(RecordedHistory.read(file).history().size()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"session\":1,\"begin\":1,\"end\":2,\"outcome\":\"ok\",\"ops\":[]} | 'ok' is not an outcome: use committed, aborted or unknown",
                "{\"session\":1,\"begin\":\"x\",\"end\":2,\"outcome\":\"committed\",\"ops\":[]} | begin must be a whole number, not 'x'",
                "{\"session\":1,\"begin\":5,\"end\":2,\"outcome\":\"committed\",\"ops\":[]} | it ends before it begins",
                "{\"session\":1,\"begin\":1,\"end\":2,\"outcome\":\"committed\",\"ops\":[[\"z\",1]]} | 'z' is not an operation: use w, r or p",
                "{\"session\":1,\"begin\":1,\"end\":2,\"outcome\":\"committed\",\"ops\":[[\"r\",1,2,3]]} | a read of register 1 returned 2 values: it has one, or none",
                "garbage | it is not JSON: Unrecognized token 'garbage': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')",
            })
    void a_wrong_line_is_named_with_its_reason(String line, String reason) throws IOException {
        Path file = file("{\"model\":\"REGISTER\",\"asked\":\"\",\"claimed\":\"\"}\n" + line + "\n{}\n");
        assertThatThrownBy(() -> RecordedHistory.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ":2: " + reason);
    }

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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{:type :ok, :value [], :process 0} | event 1: process 0 completes a transaction that it has not begun",
                "{:type :invoke, :value [[:cas 1 2]], :process 0} | event 1: 'cas' is not an operation: use :append, :w or :r",
                "{:type :invoke, :value 5, :process 0} | event 1: :value must be a vector of operations",
                "7 | event 1: it is not a map",
            })
    void a_wrong_event_of_jepsen_is_named_with_its_reason(String text, String reason) throws IOException {
        Path file = file(text);
        assertThatThrownBy(() -> RecordedHistory.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ", " + reason);
    }

    @Test
    void a_file_nested_without_end_is_refused() throws IOException {
        Path file = file("[".repeat(1_000_000));
        assertThatThrownBy(() -> RecordedHistory.read(file)).hasMessage(file + ", event 0: it is nested too deeply");
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("history"), text);
    }
}
