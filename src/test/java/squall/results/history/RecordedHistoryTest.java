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
import org.junit.jupiter.params.provider.ValueSource;
import squall.check.isolation.ConsistencyModel;
import squall.check.isolation.History;
import squall.check.isolation.HistoryTransaction;
import squall.check.isolation.HistoryTransaction.KeyOperation;
import squall.check.isolation.IsolationResult;
import squall.check.isolation.IsolationResult.Witness;
import squall.system.InvalidFileException;

class RecordedHistoryTest {
    @TempDir
    private Path folder;

    @Test
    void what_was_written_is_read() throws Exception {
        Path file = folder.resolve("history.jsonl");
        HistoryHeader header = new HistoryHeader(History.Model.LIST_APPEND, "serializable", "serializable");
        try (HistoryWriter writer = new HistoryWriter(file, header)) {
            writer.write(
                    transaction(0, 10, new KeyOperation.Write(7, 1), new KeyOperation.Read(7, List.of(1L), false)));
            writer.write(transaction(
                    1, 20, new KeyOperation.Read(7, List.of(1L), true), new KeyOperation.Read(8, List.of(), false)));
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

    private static HistoryTransaction transaction(int session, long beginNs, KeyOperation... operations) {
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

    private static final String COUNTED =
            "{\"model\":\"LIST_APPEND\",\"asked\":\"\",\"claimed\":\"serializable\",\"counted\":true}\n";
    private static final String READ_OF_A_MISSING_WRITE =
            "{\"session\":0,\"begin\":10,\"end\":15,\"outcome\":\"committed\",\"ops\":[[\"r\",7,1]]}\n";

    @Test
    void what_a_recording_that_was_cut_off_lacks_is_no_anomaly() throws Exception {
        IsolationResult result =
                RecordedHistory.read(file(COUNTED + READ_OF_A_MISSING_WRITE)).check();
        assertThat(result.text())
                .isEqualTo("no anomaly in 2 transactions; the recording was cut off, so transactions are missing");
        assertThat(result.holds(ConsistencyModel.READ_COMMITTED)).isFalse();
    }

    @Test
    void what_a_whole_recording_lacks_is_an_anomaly() throws Exception {
        Path file = file(COUNTED + READ_OF_A_MISSING_WRITE + "{\"transactions\":1}\n");
        assertThat(RecordedHistory.read(file).check().text())
                .isEqualTo("unwritten value (1): not even read uncommitted");
    }

    @Test
    void a_witness_names_a_transaction_that_was_not_recorded() throws Exception {
        Path file = file(COUNTED + """
                {"session":0,"begin":10,"end":15,"outcome":"committed","ops":[["r",7,1],["r",8]]}
                {"session":1,"begin":20,"end":25,"outcome":"committed","ops":[["r",8],["r",7]]}
                """);
        assertThat(RecordedHistory.read(file).check().witnesses())
                .extracting(Witness::text)
                .containsExactly("""
                        real-time order violated
                          T0 (session 0) was acknowledged 0.000 ms before T1 (session 1) began
                          T1 (session 1) read key 7 as [] and did not see the 1 that T2 (not recorded) appended
                          T0 (session 0) read key 7 as [1], which T2 (not recorded) had appended 1 to""");
    }

    @Test
    void a_recording_that_was_cut_off_goes_on_behind_its_last_whole_line() throws Exception {
        Path file = file(COUNTED + READ_OF_A_MISSING_WRITE + "{\"session\":1,\"begin\":20,\"en");
        try (HistoryWriter writer = HistoryWriter.resume(file)) {
            writer.write(transaction(9, 30, new KeyOperation.Read(7, List.of(1L), false)));
        }
        assertThat(Files.readString(file))
                .isEqualTo(COUNTED + READ_OF_A_MISSING_WRITE
                        + "{\"session\":9,\"begin\":30,\"end\":35,\"outcome\":\"committed\",\"ops\":[[\"r\",7,1]]}\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"transactions\":2} | 3: the history has 1 transactions up to here, and this line counts 2",
                "{\"transactions\":1}\\n{} | 4: the line before it is the last one of the history",
            })
    void an_end_that_cannot_be_is_named(String end, String reason) throws IOException {
        Path file = file(COUNTED + READ_OF_A_MISSING_WRITE + end.replace("\\n", "\n") + "\n");
        assertThatThrownBy(() -> RecordedHistory.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ":" + reason);
    }

    /** Covers an old error: MariaDB says 'repeatable read', and the line said that it says 'read committed'. */
    @ParameterizedTest
    @CsvSource({
        "repeatable read, read committed, 'asked repeatable read, judged as read committed, seen: '",
        "serializable, serializable, 'asked serializable, database says serializable, seen: '",
        "lightweight transactions, strict serializable, 'asked lightweight transactions, database says strict serializable, seen: '"
    })
    void a_level_whose_name_means_another_here_is_not_put_into_the_databases_mouth(
            String asked, String claimed, String line) throws Exception {
        String header = "{\"model\":\"LIST_APPEND\",\"asked\":\"%s\",\"claimed\":\"%s\"}%n";
        String read =
                "{\"session\":1,\"begin\":20,\"end\":25,\"outcome\":\"committed\",\"last\":true,\"ops\":[[\"r\",7]]}%n";
        Path file = file((header + read).formatted(asked, claimed));
        assertThat(RecordedHistory.read(file).judged().line()).startsWith(line);
    }

    @Test
    void what_is_expected_of_the_database_is_what_it_is_judged_by() throws Exception {
        String lost = """
                {"session":0,"begin":10,"end":15,"outcome":"committed","ops":[["w",7,1]]}
                {"session":1,"begin":20,"end":25,"outcome":"committed","last":true,"ops":[["r",7]]}
                """;
        String header = "{\"model\":\"LIST_APPEND\",\"asked\":\"serializable\",\"claimed\":\"serializable\"";
        IsolationRecord claimed =
                RecordedHistory.read(file(header + "}\n" + lost)).judged();
        assertThat(claimed.broken()).containsExactly("lost write");
        IsolationRecord allowed = RecordedHistory.read(
                        file(header + ",\"expected\":\"snapshot isolation\",\"allowed\":[\"lost write\"]}\n" + lost))
                .judged();
        assertThat(allowed.violates()).isFalse();
        assertThat(allowed.line())
                .startsWith(
                        "asked serializable, database says serializable, expected snapshot isolation, seen: lost write (1)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"expected\":\"perfect\" | 'perfect' is not an isolation level: use one of read uncommitted, ",
                "\"claimed\":\"perfect\" | 'perfect' is not an isolation level: use one of read uncommitted, ",
                "\"allowed\":[\"typo\"] | 'typo' is not an anomaly: use one of unwritten value, ",
            })
    void a_level_or_anomaly_that_does_not_exist_is_named(String member, String reason) throws IOException {
        Path file = file("{\"model\":\"LIST_APPEND\"," + member + "}\n");
        assertThatThrownBy(() -> RecordedHistory.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + ":1: " + reason);
    }

    @Test
    void a_header_may_have_blanks_and_no_more_than_the_model() throws Exception {
        Path file = file("""
                { "model": "REGISTER" }
                { "session": 1, "begin": 1, "end": 2, "outcome": "committed", "ops": [ [ "w", 1, 1 ] ] }
                """);
        assertThat(RecordedHistory.read(file).judged().line())
                .isEqualTo("seen: no anomaly in 1 transaction; the order of some versions is not known");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"model\":\"LISTS\"}", "{\"model\": \"LISTS\", \"asked\": \"\"}"})
    void a_model_that_does_not_exist_is_named_without_a_note_for_programmers(String header) throws IOException {
        Path file = file(header + "\n");
        assertThatThrownBy(() -> RecordedHistory.read(file))
                .hasMessage(file + ":1: the first line must name a model, LIST_APPEND or REGISTER, not 'LISTS'");
    }

    @Test
    void a_history_whose_last_line_was_cut_off_lacks_transactions() throws Exception {
        Path file = file("""
                {"model":"LIST_APPEND"}
                {"session":1,"begin":1,"end":2,"outcome":"committed","ops":[["w",1,1]]}
                {"session":2,"begin":1,"end":2,"outcome":"comm""");
        assertThat(RecordedHistory.read(file).check().text())
                .isEqualTo("no anomaly in 1 transaction; the recording was cut off, so transactions are missing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1,2] | session must be a whole number of at most 64 bits, not ''",
                "{\"session\":1,\"begin\":1,\"end\":2,\"outcome\":\"committed\"} | ops must be an array of operations, not ''",
            })
    void a_last_line_that_is_whole_and_wrong_is_not_left_out(String line, String reason) throws IOException {
        Path file = file("{\"model\":\"REGISTER\"}\n" + line);
        assertThatThrownBy(() -> RecordedHistory.read(file)).hasMessage(file + ":2: " + reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"session\":1,\"begin\":1,\"end\":2,\"outcome\":\"ok\",\"ops\":[]} | 'ok' is not an outcome: use committed, aborted or unknown",
                "{\"session\":1,\"begin\":\"x\",\"end\":2,\"outcome\":\"committed\",\"ops\":[]} | begin must be a whole number of at most 64 bits, not 'x'",
                "{\"session\":1,\"begin\":5,\"end\":2,\"outcome\":\"committed\",\"ops\":[]} | it ends before it begins",
                "{\"session\":1,\"begin\":1,\"end\":2,\"outcome\":\"committed\",\"ops\":[[\"z\",1]]} | 'z' is not an operation: use w, r or p",
                "{\"session\":1,\"begin\":1,\"end\":2,\"outcome\":\"committed\",\"ops\":[[\"r\",1,2,3]]} | a read of register 1 returned 2 values: it has one, or none",
                "{\"session\":1,\"begin\":1,\"end\":2,\"outcome\":\"committed\"} | ops must be an array of operations, not ''",
                "{\"session\":3000000000,\"begin\":1,\"end\":2,\"outcome\":\"committed\",\"ops\":[]} | session must fit into 32 bits: 3000000000",
                "garbage | it is not JSON: Unrecognized token 'garbage': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')",
            })
    void a_wrong_line_is_named_with_its_reason(String line, String reason) throws IOException {
        Path file = file("{\"model\":\"REGISTER\",\"asked\":\"\",\"claimed\":\"\"}\n" + line + "\n{}\n");
        assertThatThrownBy(() -> RecordedHistory.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ":2: " + reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[{:type :ok, :value [[:w 1 1]]}]", ""})
    void a_history_of_jepsen_names_the_module_that_reads_it(String text) throws IOException {
        Path file = file(text);
        assertThatThrownBy(() -> RecordedHistory.read(file))
                .isInstanceOf(InvalidFileException.class)
                .hasMessage(file + " is not a history that Squall wrote; Jepsen's, in EDN, are read by"
                        + " dev.squall:squall-histories, which is not on the class path");
    }

    @Test
    void nothing_is_said_to_hold_where_nothing_was_committed() throws Exception {
        Path file = file(
                COUNTED
                        + "{\"session\":1,\"begin\":1,\"end\":2,\"outcome\":\"aborted\",\"ops\":[[\"w\",7,1]]}\n{\"transactions\":1}\n");
        IsolationResult result = RecordedHistory.read(file).check();
        assertThat(result.text()).isEqualTo("no committed transaction, so nothing can be concluded");
        assertThat(result.holds(ConsistencyModel.READ_UNCOMMITTED)).isFalse();
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("history"), text);
    }
}
