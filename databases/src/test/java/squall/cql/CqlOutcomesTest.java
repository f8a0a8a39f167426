package squall.cql;

import static com.datastax.oss.simulacron.common.codec.ConsistencyLevel.QUORUM;
import static com.datastax.oss.simulacron.common.codec.WriteType.SIMPLE;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.invalid;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.overloaded;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.readTimeout;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.serverError;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.syntaxError;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.unavailable;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.writeTimeout;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.simulacron.common.result.Result;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.TestTurn;
import squall.sql.WorkEffect;

/** Test of the outcome of each answer of a server, through the real driver. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CqlOutcomesTest {
    private static final String STATEMENT = "UPDATE ks.t SET v='1' WHERE k='1'";

    private final Stub cassandra;
    private final Stub yugabyte;
    private final CqlDatabase onCassandra;
    private final CqlDatabase onYugabyte;

    CqlOutcomesTest() throws IOException, InterruptedException {
        cassandra = Stub.of(1);
        onCassandra = cassandra.connect();
        yugabyte = Stub.yugabyte(1);
        onYugabyte = yugabyte.connect();
    }

    @AfterEach
    void forget() {
        cassandra.cluster().clearPrimes(true);
        yugabyte.cluster().clearPrimes(true);
    }

    @AfterAll
    void stop() {
        onCassandra.close();
        onYugabyte.close();
        cassandra.close();
        yugabyte.close();
    }

    @Test
    void a_write_timeout_is_unknown_and_final() throws InterruptedException {
        assertThat(onCassandra(WorkEffect.IDEMPOTENT, writeTimeout(QUORUM, 1, 2, SIMPLE)))
                .isEqualTo(unknown(ErrorKind.TIMEOUT, "WriteTimeoutException", """
                        Cassandra timeout during SIMPLE write query at consistency QUORUM (2 replica were required but \
                        only 1 acknowledged the write)"""));
    }

    @Test
    void a_read_timeout_refuses_a_read() throws InterruptedException {
        assertThat(onCassandra(WorkEffect.READ, readTimeout(QUORUM, 1, 2, false)))
                .isInstanceOf(Outcome.Refused.class);
    }

    @Test
    void a_read_timeout_leaves_a_lightweight_transaction_open() throws InterruptedException {
        assertThat(onCassandra(WorkEffect.ONCE, readTimeout(QUORUM, 1, 2, false)))
                .isInstanceOf(Outcome.Unknown.class);
    }

    @Test
    void too_few_replicas_refuse_before_anything_is_written() throws InterruptedException {
        assertThat(onCassandra(WorkEffect.ONCE, unavailable(QUORUM, 2, 1)))
                .isEqualTo(refused(
                        ErrorKind.CONNECTION,
                        "UnavailableException",
                        "Not enough replicas available for query at consistency QUORUM (2 required but only 1 alive)"));
    }

    @Test
    void an_overloaded_server_has_not_begun() throws InterruptedException {
        assertThat(onCassandra(WorkEffect.ONCE, overloaded("too much")))
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> assertThat(refused.error())
                                .isEqualTo(new ErrorCode(ErrorKind.OVERLOAD, "OverloadedException")));
    }

    @Test
    void a_wrong_statement_is_refused_at_once() throws InterruptedException {
        assertThat(onCassandra(WorkEffect.ONCE, syntaxError("line 1:0")))
                .isEqualTo(refused(ErrorKind.OTHER, "SyntaxError", "line 1:0"));
        assertThat(cassandra.sent(STATEMENT)).hasSize(1);
    }

    @Test
    void an_internal_error_leaves_a_write_open() throws InterruptedException {
        assertThat(onCassandra(WorkEffect.ONCE, serverError("java.lang.Error")))
                .isEqualTo(unknown(ErrorKind.OTHER, "ServerError", "java.lang.Error"));
    }

    @Test
    void a_conflict_on_yugabytedb_is_tried_again_up_to_the_bound() throws InterruptedException {
        String told = "Operation failed. Try again.: Value write after transaction start";
        assertThat(onYugabyte(WorkEffect.ONCE, syntaxError(told)))
                .isEqualTo(refused(ErrorKind.SERIALIZATION, "TransactionConflict", told));
        assertThat(yugabyte.sent(STATEMENT)).hasSize(3);
    }

    @Test
    void a_conflict_with_a_transaction_of_higher_priority_is_a_refusal() throws InterruptedException {
        String told = "Conflicts with higher priority transaction: 42";
        assertThat(onYugabyte(WorkEffect.ONCE, invalid(told)))
                .isEqualTo(refused(ErrorKind.SERIALIZATION, "TransactionConflict", told));
    }

    @Test
    void a_change_of_leaders_on_yugabytedb_leaves_a_write_open() throws InterruptedException {
        String told = "Leader does not have a valid lease";
        assertThat(onYugabyte(WorkEffect.ONCE, invalid(told)))
                .isEqualTo(unknown(ErrorKind.CONNECTION, "LeaderChange", told));
        assertThat(yugabyte.sent(STATEMENT)).hasSize(1);
    }

    @Test
    void a_read_is_tried_again_when_leaders_change() throws InterruptedException {
        assertThat(onYugabyte(WorkEffect.READ, invalid("Not the leader")))
                .isEqualTo(refused(ErrorKind.CONNECTION, "LeaderChange", "Not the leader"));
        assertThat(yugabyte.sent(STATEMENT)).hasSize(3);
    }

    @Test
    void an_expired_transaction_on_yugabytedb_may_have_been_applied() throws InterruptedException {
        assertThat(onYugabyte(WorkEffect.ONCE, serverError("Transaction expired or aborted by a conflict")))
                .isEqualTo(
                        unknown(ErrorKind.OTHER, "TransactionExpired", "Transaction expired or aborted by a conflict"));
    }

    @Test
    void on_cassandra_those_texts_mean_nothing() throws InterruptedException {
        assertThat(onCassandra(WorkEffect.ONCE, invalid("Not the leader")))
                .isEqualTo(refused(ErrorKind.OTHER, "InvalidQueryException", "Not the leader"));
    }

    private Outcome onCassandra(WorkEffect effect, Result result) throws InterruptedException {
        return outcome(cassandra, onCassandra, effect, result);
    }

    private Outcome onYugabyte(WorkEffect effect, Result result) throws InterruptedException {
        return outcome(yugabyte, onYugabyte, effect, result);
    }

    private static Outcome outcome(Stub stub, CqlDatabase database, WorkEffect effect, Result result)
            throws InterruptedException {
        stub.cluster().clearLogs();
        stub.answers(STATEMENT, result);
        try (CqlHandle handle = new CqlHandle(database, 0)) {
            return handle.unit(effect, new TestTurn(), Stub.sending(STATEMENT));
        }
    }

    private static Outcome unknown(ErrorKind kind, String code, String message) {
        return new Outcome.Unknown(new ErrorCode(kind, code), message);
    }

    private static Outcome refused(ErrorKind kind, String code, String message) {
        return new Outcome.Refused(new ErrorCode(kind, code), message);
    }
}
