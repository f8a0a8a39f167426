package squall.sql.bulk;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import squall.fixture.Relay;
import squall.spi.Outcome;
import squall.sql.Dialects;
import squall.sql.KeyValueTable;
import squall.sql.Server;
import squall.sql.SqlDatabase;
import squall.sql.TestTurn;
import squall.sql.driver.SqlSettings;

@Tag("server")
@Timeout(300)
class BulkInsertServerTest {
    private static final KeyValueTable TABLE =
            new KeyValueTable("user", "key", List.of("v 1", "v2"), KeyValueTable.Sharding.DEFAULT);

    @RegisterExtension
    static final Server SERVER = new Server();

    @BeforeEach
    void an_empty_table() throws Exception {
        SqlDatabase database = SqlDatabase.connect(SERVER.settings());
        TABLE.in(database).drop();
        TABLE.in(database).create();
    }

    @ParameterizedTest
    @EnumSource
    void all_rows_are_stored_as_they_are(BulkInsert.Mode mode) throws Exception {
        RowChunk chunk = new RowChunk(3, 1000);
        for (int i = 0; i < 1000; i++) {
            RowChunkTest.add(chunk, "k" + i, "tab\there \\. ä " + i, "");
        }
        assertThat(codes(send(SERVER.settings(), mode, chunk))).isEqualTo(Map.of("OK", 1000L));
        assertThat(SERVER.text("SELECT count(*) || ' ' || sum(length(\"v 1\")) FROM \"user\""))
                .isEqualTo("1000 16890");
        assertThat(SERVER.text("SELECT \"v 1\" FROM \"user\" WHERE key = 'k7'")).isEqualTo("tab\there \\. ä 7");
    }

    @Test
    void text_copy_stores_the_same() throws Exception {
        RowChunk chunk = RowChunkTest.chunk(3, "k\t1", "a\\b\nc\r\b\f\u000b\\.", "ä");
        try (Connection connection = SqlDatabase.connect(SERVER.settings()).open()) {
            BulkInsert.BulkInsertConnection wire =
                    new BulkInsert.BulkInsertConnection(connection, Dialects.POSTGRES, TABLE, Duration.ofSeconds(5));
            wire.copy(CopyFormat.TEXT, chunk, 0, 1, () -> {});
            assertThat(wire.stored(List.of("k\t1")))
                    .isEqualTo(Map.of("k\t1", List.of("k\t1", "a\\b\nc\r\b\f\u000b\\.", "ä")));
        }
    }

    @ParameterizedTest
    @EnumSource
    void only_duplicates_are_refused(BulkInsert.Mode mode) throws Exception {
        send(SERVER.settings(), mode, rows(300, 310));
        RowChunk chunk = rows(0, 1000);
        Map<Integer, Outcome> outcomes = send(SERVER.settings(), mode, chunk);
        assertThat(codes(outcomes)).isEqualTo(Map.of("OK", 990L, "23505", 10L));
        assertThat(refused(outcomes))
                .containsExactlyElementsOf(IntStream.range(300, 310).boxed().toList());
        assertThat(SERVER.text("SELECT count(*) FROM \"user\"")).isEqualTo("1000");
    }

    @Test
    void a_key_twice_in_one_chunk_is_stored_once() throws Exception {
        RowChunk chunk = RowChunkTest.chunk(3, "a", "1", "", "b", "2", "", "c", "3", "", "b", "4", "", "d", "5", "");
        Map<Integer, Outcome> outcomes = send(SERVER.settings(), BulkInsert.Mode.COPY, chunk);
        assertThat(refused(outcomes)).containsExactly(3);
        assertThat(SERVER.text("SELECT string_agg(\"v 1\", ',' ORDER BY key) FROM \"user\""))
                .isEqualTo("1,2,3,5");
    }

    @ParameterizedTest
    @EnumSource
    void a_row_that_the_server_cannot_read_is_refused_alone(BulkInsert.Mode mode) throws Exception {
        RowChunk chunk = rows(0, 100);
        RowChunk bad = new RowChunk(3, 101);
        for (int row = 0; row < 100; row++) {
            RowChunkTest.add(bad, chunk.texts(row));
        }
        RowChunkTest.add(bad, "x".repeat(256), "", "");
        Map<Integer, Outcome> outcomes = send(SERVER.settings(), mode, bad);
        assertThat(codes(outcomes)).isEqualTo(Map.of("OK", 100L, "22001", 1L));
        assertThat(refused(outcomes)).containsExactly(100);
    }

    @Test
    void a_refusal_that_no_row_is_to_blame_for_refuses_all() throws Exception {
        TABLE.in(SqlDatabase.connect(SERVER.settings())).drop();
        assertThat(codes(send(SERVER.settings(), BulkInsert.Mode.COPY, rows(0, 10))))
                .isEqualTo(Map.of("42P01", 10L));
    }

    @ParameterizedTest
    @EnumSource
    void a_backend_killed_in_the_middle_is_made_up_for(BulkInsert.Mode mode) throws Exception {
        try (BulkInsert bulk = new BulkInsert(SqlDatabase.connect(SERVER.settings()), TABLE, mode, 0)) {
            deliver(bulk, rows(0, 10));
            SERVER.text("SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity"
                    + " WHERE application_name = 'squall' AND pid <> pg_backend_pid()");
            assertThat(codes(deliver(bulk, rows(10, 1000)))).isEqualTo(Map.of("OK", 990L));
        }
        assertThat(SERVER.text("SELECT count(*) FROM \"user\"")).isEqualTo("1000");
    }

    @ParameterizedTest
    @EnumSource
    void a_lost_answer_is_resolved_by_reading_back(BulkInsert.Mode mode) throws Exception {
        try (Relay relay = Relay.to(SERVER.port());
                BulkInsert bulk = through(relay, mode)) {
            deliver(bulk, rows(0, 10));
            relay.loseAnswerAfter(8000);
            assertThat(codes(deliver(bulk, rows(10, 500)))).isEqualTo(Map.of("OK", 490L));
        }
        assertThat(SERVER.text("SELECT count(*) FROM \"user\"")).isEqualTo("500");
    }

    @Test
    void rows_of_others_are_not_taken_for_those_whose_answer_was_lost() throws Exception {
        send(SERVER.settings(), BulkInsert.Mode.COPY, RowChunkTest.chunk(3, "k0007", "other", ""));
        try (Relay relay = Relay.to(SERVER.port());
                BulkInsert bulk = through(relay, BulkInsert.Mode.COPY)) {
            relay.loseAnswerAfter(8000);
            Map<Integer, Outcome> outcomes = deliver(bulk, rows(0, 500));
            assertThat(codes(outcomes)).isEqualTo(Map.of("OK", 499L, "23505", 1L));
            assertThat(refused(outcomes)).containsExactly(7);
        }
    }

    @Test
    void what_cannot_be_read_back_stays_unknown() throws Exception {
        try (Relay relay = Relay.to(SERVER.port());
                BulkInsert bulk = through(relay, BulkInsert.Mode.COPY)) {
            relay.dieAfter(8000);
            Map<Integer, Outcome> outcomes = deliver(bulk, rows(0, 500));
            assertThat(outcomes)
                    .hasSize(500)
                    .allSatisfy((row, outcome) -> assertThat(outcome).isInstanceOf(Outcome.Unknown.class));
        }
    }

    @Test
    void a_server_frozen_in_the_middle_refuses_within_the_bound_and_stores_nothing() throws Exception {
        RowChunk large = new RowChunk(3, 1000);
        for (int i = 0; !large.full(); i++) {
            RowChunkTest.add(large, "k" + i, "x".repeat(20_000), "");
        }
        TestTurn turn = new TestTurn();
        try (BulkInsert bulk = new BulkInsert(SqlDatabase.connect(at(SERVER.port())), TABLE, BulkInsert.Mode.COPY, 0)) {
            deliver(bulk, rows(0, 1));
            SERVER.freeze();
            Map<Integer, Outcome> outcomes;
            try {
                outcomes = deliver(bulk, large);
            } finally {
                SERVER.thaw();
            }
            assertThat(Duration.ofNanos(turn.nowNs())).isLessThan(Duration.ofSeconds(10));
            assertThat(outcomes)
                    .hasSize(large.rows())
                    .allSatisfy((row, outcome) -> assertThat(outcome).isInstanceOf(Outcome.Refused.class));
        }
        assertThat(SERVER.text("SELECT count(*) FROM \"user\"")).isEqualTo("1");
    }

    @Test
    void two_that_make_the_table_at_once_both_have_it() throws Exception {
        SqlDatabase database = SqlDatabase.connect(SERVER.settings());
        TABLE.in(database).drop();
        assertThat(TABLE.in(database).exists()).isFalse();
        var makers = IntStream.range(0, 4)
                .mapToObj(i -> CompletableFuture.runAsync(() -> make(database), Thread::startVirtualThread))
                .toList();
        for (var maker : makers) {
            maker.get(20, SECONDS);
        }
        assertThat(TABLE.in(database).exists()).isTrue();
        assertThat(TABLE.in(database).hasRows()).isFalse();
        send(SERVER.settings(), BulkInsert.Mode.COPY, rows(0, 5));
        assertThat(TABLE.in(database).hasRows()).isTrue();
        assertThat(TABLE.in(database).count()).isEqualTo(5);
        TABLE.in(database).truncate();
        assertThat(TABLE.in(database).count()).isZero();
    }

    @Test
    void a_table_with_other_columns_is_an_error_that_says_so() throws Exception {
        SqlDatabase database = SqlDatabase.connect(SERVER.settings());
        KeyValueTable other = new KeyValueTable("user", "key", List.of("v3"), KeyValueTable.Sharding.DEFAULT);
        assertThatIOException()
                .isThrownBy(() -> other.in(database).create())
                .withMessage("127.0.0.1:" + SERVER.port()
                        + ": creating table user failed: 42703: ERROR: column \"v3\" does not exist");
    }

    private static void make(SqlDatabase database) {
        try {
            TABLE.in(database).create();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static BulkInsert through(Relay relay, BulkInsert.Mode mode) throws IOException, InterruptedException {
        return new BulkInsert(SqlDatabase.connect(at(relay.port())), TABLE, mode, 0);
    }

    private static SqlSettings at(int port) {
        return new SqlSettings(
                "jdbc:postgresql://127.0.0.1:" + port + "/squall",
                SERVER.settings().user(),
                SERVER.settings().password(),
                "",
                true,
                Duration.ofSeconds(1),
                Duration.ofMillis(500),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                10,
                0,
                Map.of());
    }

    private static RowChunk rows(int from, int to) {
        RowChunk chunk = new RowChunk(3, to - from);
        for (int i = from; i < to; i++) {
            RowChunkTest.add(chunk, String.format("k%04d", i), "value " + i, "the other value of it");
        }
        return chunk;
    }

    private static Map<Integer, Outcome> send(SqlSettings settings, BulkInsert.Mode mode, RowChunk chunk)
            throws IOException, InterruptedException {
        try (BulkInsert bulk = new BulkInsert(SqlDatabase.connect(settings), TABLE, mode, 0)) {
            return deliver(bulk, chunk);
        }
    }

    private static Map<Integer, Outcome> deliver(BulkInsert bulk, RowChunk chunk) throws InterruptedException {
        Map<Integer, Outcome> outcomes = new TreeMap<>();
        bulk.send(
                chunk,
                new TestTurn(),
                (row, outcome, attempts) -> assertThat(outcomes.put(row, outcome))
                        .as("row %d is told once", row)
                        .isNull());
        return outcomes;
    }

    private static Map<String, Long> codes(Map<Integer, Outcome> outcomes) {
        return outcomes.values().stream().collect(Collectors.groupingBy(Outcome::code, Collectors.counting()));
    }

    private static List<Integer> refused(Map<Integer, Outcome> outcomes) {
        return outcomes.entrySet().stream()
                .filter(told -> told.getValue() instanceof Outcome.Refused)
                .map(Map.Entry::getKey)
                .toList();
    }
}
