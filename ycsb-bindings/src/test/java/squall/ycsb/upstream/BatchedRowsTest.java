package squall.ycsb.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.ycsb.binding.BatchingDb;
import squall.ycsb.upstream.RecordedTurn.Recorded;

/** Test that a row which a workload left in a batch is recorded when its fate is known, with the times of its own turn. */
class BatchedRowsTest {
    private static final Outcome DUPLICATE =
            new Outcome.Refused(new ErrorCode(ErrorKind.DATA, "23505"), "there is such a row");

    @Test
    void a_row_is_recorded_when_its_batch_is_sent() throws Exception {
        RecordedTurn first = new RecordedTurn(5, 100);
        RecordedTurn second = new RecordedTurn(105, 200);
        try (UpstreamLoad load = Loads.load(true, "OnceEach", BatchesOfTwo.class)) {
            Session session = load.open(0);
            assertThat(session.perform(first)).isTrue();
            assertThat(first.recorded()).isEmpty();
            assertThat(session.perform(second)).isTrue();
            session.close();
        }
        assertThat(second.recorded())
                .containsExactly(
                        new Recorded("INSERT", 5, 101, Outcome.OK),
                        new Recorded("TRANSACTION", 5, 100, Outcome.OK),
                        new Recorded("INSERT", 105, 201, DUPLICATE),
                        new Recorded("TRANSACTION", 105, 200, DUPLICATE));
    }

    @Test
    void rows_left_over_are_recorded_by_the_flush() throws Exception {
        RecordedTurn last = new RecordedTurn(500, 500);
        try (UpstreamLoad load = Loads.load(true, "OnceEach", BatchesOfTwo.class)) {
            Session session = load.open(0);
            session.perform(new RecordedTurn(5, 100));
            session.flush(last);
            session.close();
        }
        assertThat(last.codes()).containsExactly("INSERT OK", "TRANSACTION OK", "CLEANUP OK");
    }

    @Test
    void rows_of_a_session_that_was_cut_off_are_left_to_the_engine_as_unfinished() throws Exception {
        RecordedTurn turn = new RecordedTurn();
        try (UpstreamLoad load = Loads.load(true, "OnceEach", BatchesOfTwo.class)) {
            Session session = load.open(0);
            session.perform(turn);
            session.close();
        }
        assertThat(turn.recorded()).isEmpty();
    }

    @Test
    void a_turn_with_another_call_waits_for_its_row_too() throws Exception {
        RecordedTurn first = new RecordedTurn();
        RecordedTurn last = new RecordedTurn(500, 500);
        try (UpstreamLoad load = Loads.load(false, "ReadThenInsert", BatchesOfTwo.class)) {
            Session session = load.open(0);
            session.perform(first);
            session.flush(last);
        }
        assertThat(first.codes()).containsExactly("READ NOT_FOUND");
        assertThat(last.recorded())
                .startsWith(
                        new Recorded("INSERT", 102, 102, Outcome.OK), new Recorded("TRANSACTION", 0, 100, Outcome.OK));
    }

    /** Database that sends rows by twos; of a full batch the second row is a duplicate. */
    public static final class BatchesOfTwo extends DB implements BatchingDb {
        private final List<Settled> waiting = new ArrayList<>();

        @Override
        public boolean batching() {
            return true;
        }

        @Override
        public void insert(String table, String key, Map<String, ByteIterator> values, Settled settled) {
            waiting.add(settled);
            if (waiting.size() == 2) {
                cleanup();
            }
        }

        @Override
        public void cleanup() {
            for (int row = 0; row < waiting.size(); row++) {
                waiting.get(row).row(row == 0 ? Outcome.OK : DUPLICATE, 1);
            }
            waiting.clear();
        }

        @Override
        public Status read(String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
            return Status.NOT_FOUND;
        }

        @Override
        @SuppressWarnings("NonApiType") // upstream's signature
        public Status scan(
                String table,
                String startKey,
                int records,
                @Nullable Set<String> fields,
                Vector<HashMap<String, ByteIterator>> result) {
            return Status.NOT_IMPLEMENTED;
        }

        @Override
        public Status update(String table, String key, Map<String, ByteIterator> values) {
            return Status.NOT_IMPLEMENTED;
        }

        @Override
        public Status insert(String table, String key, Map<String, ByteIterator> values) {
            throw new AssertionError("a caller that can be told must not be left without the outcome");
        }

        @Override
        public Status delete(String table, String key) {
            return Status.NOT_IMPLEMENTED;
        }
    }
}
