package squall.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.check.isolation.ConsistencyModel;
import squall.check.isolation.History.Model;
import squall.check.isolation.HistoryTransaction.KeyOperation;
import squall.check.isolation.IsolationExpectation;
import squall.results.history.HistoryHeader;
import squall.results.history.IsolationRecord;
import squall.results.history.RecordedHistory;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.Dialects;

class HistoryRecorderTest {
    private static final HistoryHeader COUNTED = HistoryHeader.counted(
            Model.LIST_APPEND,
            "serializable",
            Optional.of(ConsistencyModel.SERIALIZABLE),
            IsolationExpectation.CLAIMED);
    private static final HistoryHeader HEADER = new HistoryHeader(Model.LIST_APPEND, "serializable", "serializable");
    private static final Outcome LOST = new Outcome.Unknown(new ErrorCode(ErrorKind.OTHER, "08006"), "gone");

    @TempDir
    private Path folder;

    @Test
    void an_attempt_that_is_tried_again_was_rolled_back() throws IOException {
        try (HistoryRecorder recorder = new HistoryRecorder(file(), HEADER)) {
            HistoryRecorder.SessionHistory history = recorder.session(3);
            history.begin();
            history.write(new KeyOperation.Write(1, 1));
            history.begin();
            history.write(new KeyOperation.Write(1, 2));
            history.end(Outcome.OK);
            history.begin();
            history.read(1, List.of(1L, 2L));
            history.end(Outcome.OK);
        }
        IsolationRecord record = RecordedHistory.read(folder).judged();
        assertThat(record.line())
                .isEqualTo("asked serializable, database says serializable, seen: aborted read (G1a) (1): at most read"
                        + " uncommitted");
        assertThat(record.aborted()).isEqualTo(1);
        assertThat(record.violates()).isTrue();
    }

    @Test
    void a_commit_whose_answer_was_lost_counts_if_it_was_read() throws IOException {
        try (HistoryRecorder recorder = new HistoryRecorder(file(), HEADER)) {
            HistoryRecorder.SessionHistory history = recorder.session(0);
            history.begin();
            history.write(new KeyOperation.Write(1, 1));
            history.end(LOST);
            history.begin();
            history.write(new KeyOperation.Write(2, 1));
            history.end(LOST);
            history.begin();
            history.read(1, List.of(1L));
            history.endLast();
        }
        IsolationRecord record = RecordedHistory.read(folder).judged();
        assertThat(record.committed()).isEqualTo(2);
        assertThat(record.unknown()).isEqualTo(1);
        assertThat(record.anomalies()).isEmpty();
    }

    @Test
    void a_history_counts_its_transactions_once_all_of_them_have_ended() throws IOException {
        try (HistoryRecorder recorder = new HistoryRecorder(file(), COUNTED)) {
            HistoryRecorder.SessionHistory history = recorder.session(0);
            history.begin();
            history.begin();
            history.end(Outcome.OK);
        }
        assertThat(Files.readAllLines(file())).hasSize(4).last().isEqualTo("{\"transactions\":2}");
        assertThat(RecordedHistory.read(folder).history().isWhole()).isTrue();
    }

    @Test
    void a_history_in_which_a_transaction_is_still_under_way_is_cut_off() throws IOException {
        try (HistoryRecorder recorder = new HistoryRecorder(file(), COUNTED)) {
            HistoryRecorder.SessionHistory history = recorder.session(0);
            history.begin();
            history.end(Outcome.OK);
            history.begin();
        }
        assertThat(Files.readAllLines(file())).hasSize(2);
        assertThat(RecordedHistory.read(folder).history().isWhole()).isFalse();
    }

    @Test
    void a_history_without_its_last_read_has_all_transactions_and_is_cut_off() throws IOException {
        HistoryRecorder recorder = new HistoryRecorder(file(), COUNTED);
        HistoryRecorder.SessionHistory history = recorder.session(0);
        history.begin();
        history.end(Outcome.OK);
        recorder.cutOff();
        assertThat(Files.readAllLines(file())).hasSize(2);
        assertThat(RecordedHistory.read(folder).history().isWhole()).isFalse();
    }

    @Test
    void what_could_not_be_sent_at_all_is_no_transaction() throws IOException {
        try (HistoryRecorder recorder = new HistoryRecorder(file(), HEADER)) {
            recorder.session(0).end(LOST);
        }
        assertThat(Files.readAllLines(file())).hasSize(1);
    }

    @Test
    void repeatable_read_is_what_each_database_makes_of_it() {
        assertThat(SqlTransactionStore.claimed(Map.of("isolation", "repeatable read"), Dialects.POSTGRES))
                .contains(ConsistencyModel.SNAPSHOT);
        assertThat(SqlTransactionStore.claimed(Map.of("isolation", "repeatable read"), Dialects.GENERIC))
                .contains(ConsistencyModel.REPEATABLE_READ);
        assertThat(SqlTransactionStore.claimed(Map.of("isolation", "repeatable read"), Dialects.MARIADB))
                .contains(ConsistencyModel.READ_COMMITTED);
        assertThat(SqlTransactionStore.claimed(
                        Map.of("isolation", "repeatable read", "innodb_snapshot_isolation", "1"), Dialects.MARIADB))
                .contains(ConsistencyModel.SNAPSHOT);
        assertThat(SqlTransactionStore.claimed(Map.of("isolation", "unknown (the driver shows …)"), Dialects.GENERIC))
                .isEmpty();
    }

    private Path file() {
        return folder.resolve(IsolationRecord.HistorySource.LOAD.history());
    }
}
