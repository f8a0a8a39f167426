package squall.cql;

import static com.datastax.oss.simulacron.common.codec.ConsistencyLevel.QUORUM;
import static com.datastax.oss.simulacron.common.codec.WriteType.SIMPLE;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.invalid;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.noResult;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.overloaded;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.writeTimeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.IOException;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import squall.spi.Outcome;
import squall.sql.TestTurn;

class CqlPipelineTest {
    private final Stub stub = Stub.of(1);
    private final TreeMap<Integer, String> told = new TreeMap<>();
    private final TreeMap<Integer, Integer> attempts = new TreeMap<>();

    CqlPipelineTest() throws IOException {}

    @AfterEach
    void stop() {
        stub.close();
    }

    @Test
    void every_statement_has_an_outcome_of_its_own() throws IOException, InterruptedException {
        stub.answers(statement(1), writeTimeout(QUORUM, 1, 2, SIMPLE));
        stub.answers(statement(2), invalid("no such column"));
        stub.answers(statement(3), overloaded("too much"));
        try (CqlDatabase database = stub.connect();
                CqlPipeline pipeline = new CqlPipeline(database, 0)) {
            send(pipeline, 5);
        }
        assertThat(told.values())
                .containsExactly(
                        "Ok OK",
                        "Unknown WriteTimeoutException",
                        "Refused InvalidQueryException",
                        "Refused OverloadedException",
                        "Ok OK");
        // One and two retries of the overloaded one; the others were answered for good.
        assertThat(attempts.values()).containsExactly(1, 1, 1, 3, 1);
        assertThat(stub.sent(statement(0))).hasSize(1);
    }

    @Test
    void an_interrupt_tells_all_that_is_under_way_and_is_passed_on() throws IOException, InterruptedException {
        stub.answers(statement(0), noResult());
        stub.answers(statement(1), noResult());
        try (CqlDatabase database = stub.connect();
                CqlPipeline pipeline = new CqlPipeline(database, 0)) {
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> send(pipeline, 2));
        }
        assertThat(told.values()).containsExactly("Unknown aborted", "Unknown aborted");
    }

    private void send(CqlPipeline pipeline, int statements) throws InterruptedException {
        List<SimpleStatement> all = IntStream.range(0, statements)
                .mapToObj(number -> SimpleStatement.newInstance(statement(number)))
                .toList();
        pipeline.send(all, new TestTurn(), (place, outcome, sent) -> {
            told.put(place, kind(outcome) + " " + outcome.code());
            attempts.put(place, sent);
        });
    }

    private static String kind(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ok ok -> "Ok";
            case Outcome.Refused refused -> "Refused";
            case Outcome.Unknown unknown -> "Unknown";
        };
    }

    private static String statement(int number) {
        return "INSERT INTO ks.t (k, v) VALUES ('" + number + "', '1')";
    }
}
