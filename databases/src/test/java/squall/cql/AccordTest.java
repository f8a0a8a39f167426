package squall.cql;

import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.LOCAL_QUORUM;
import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.LOCAL_SERIAL;
import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.QUORUM;
import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.SERIAL;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.noRows;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.readFailure;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.readTimeout;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.rows;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.serverError;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.writeFailure;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.writeTimeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.datastax.oss.simulacron.common.codec.ConsistencyLevel;
import com.datastax.oss.simulacron.common.codec.RequestFailureReason;
import com.datastax.oss.simulacron.common.codec.WriteType;
import com.datastax.oss.simulacron.common.result.Result;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import squall.cql.driver.CqlSettings.Consistency;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.TestTurn;
import squall.sql.WorkEffect;

/** Requirements of Accord's transactions on a connection, and the meaning of its timeouts, on a stub. */
class AccordTest {
    private static final String ENABLED = "SELECT value FROM system_views.settings WHERE name = 'accord.enabled'";
    private static final String STATEMENT = "BEGIN TRANSACTION SELECT v FROM ks.t WHERE k='1'; COMMIT TRANSACTION";

    private static final Map<InetAddress, RequestFailureReason> FAILED =
            Map.of(InetAddress.getLoopbackAddress(), RequestFailureReason.UNKNOWN);

    private Stub stub;

    @BeforeEach
    void start() throws IOException {
        stub = Stub.of(1);
    }

    @AfterEach
    void stop() {
        stub.close();
    }

    @Test
    void levels_that_accord_does_not_have_are_refused_before_anything_is_connected_to() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Consistency(LOCAL_QUORUM, QUORUM, SERIAL, true))
                .withMessage("Accord has no consistency level LOCAL_QUORUM for reads: use QUORUM, ALL, ONE, SERIAL");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Consistency(QUORUM, LOCAL_QUORUM, SERIAL, true))
                .withMessage("Accord has no consistency level LOCAL_QUORUM for writes: use QUORUM, ALL, ONE, ANY");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Consistency(QUORUM, QUORUM, LOCAL_SERIAL, true))
                .withMessage("Accord has no consistency level LOCAL_SERIAL for lightweight transactions: use SERIAL");
    }

    @Test
    void nodes_of_a_version_without_accord_are_refused() {
        stub.answers(ENABLED, noRows());
        assertThatIllegalArgumentException()
                .isThrownBy(this::connect)
                .withMessageMatching("the nodes run Cassandra [\\d.]+, which has no Accord: use version 6, .*");
    }

    @Test
    void nodes_that_run_without_accord_are_refused() {
        enabled("false");
        assertThatIllegalArgumentException()
                .isThrownBy(this::connect)
                .withMessageEndingWith(" without Accord: set accord.enabled to true in their cassandra.yaml");
    }

    /** Accord answers 0 of 0 replicas, which the driver would otherwise send again. */
    @Test
    void a_read_that_timed_out_has_failed_and_is_sent_once() throws Exception {
        enabled("true");
        assertThat(outcome(WorkEffect.READ, readTimeout(ConsistencyLevel.SERIAL, 0, 0, false)))
                .isInstanceOf(Outcome.Refused.class);
        assertThat(stub.sent(STATEMENT)).hasSize(1);
    }

    @Test
    void a_write_that_timed_out_is_unknown_and_is_sent_once() throws Exception {
        enabled("true");
        assertThat(outcome(WorkEffect.ONCE, writeTimeout(ConsistencyLevel.SERIAL, 0, 0, WriteType.CAS)))
                .isInstanceOf(Outcome.Unknown.class);
        assertThat(stub.sent(STATEMENT)).hasSize(1);
    }

    @Test
    void a_write_that_replicas_failed_is_unknown_and_is_sent_once() throws Exception {
        unknownOnce(writeFailure(ConsistencyLevel.SERIAL, 0, 1, FAILED, WriteType.CAS), "WriteFailureException");
    }

    /** A node answers so whose log a rebootstrap has left incomplete. */
    @Test
    void a_write_that_a_node_could_not_finish_is_unknown_and_is_sent_once() throws Exception {
        unknownOnce(serverError("accord.api.LogUnavailableException"), "ServerError");
    }

    private void unknownOnce(Result answer, String code) throws IOException, InterruptedException {
        enabled("true");
        assertThat(outcome(WorkEffect.ONCE, answer))
                .isInstanceOfSatisfying(
                        Outcome.Unknown.class,
                        unknown -> assertThat(unknown.error()).isEqualTo(new ErrorCode(ErrorKind.OTHER, code)));
        assertThat(stub.sent(STATEMENT)).hasSize(1);
    }

    @Test
    void a_read_that_replicas_failed_has_failed() throws Exception {
        enabled("true");
        assertThat(outcome(WorkEffect.READ, readFailure(ConsistencyLevel.SERIAL, 0, 1, FAILED, false)))
                .isInstanceOf(Outcome.Refused.class);
    }

    @Test
    void the_mode_of_a_table_is_read_from_its_description() {
        assertThat(AccordRequirement.mode(
                        "CREATE TABLE ks.t (k text PRIMARY KEY) WITH comment = ''\n    AND transactional_mode = 'mixed_reads'\n"
                                + "    AND transactional_migration_from = 'none';"))
                .isEqualTo("mixed_reads");
        assertThat(AccordRequirement.mode("CREATE TABLE ks.t (k text PRIMARY KEY) WITH comment = '';"))
                .isEqualTo("off");
    }

    @Test
    void its_transactions_are_one_statement_on_tables_made_for_them() {
        assertThat(CqlDialect.ACCORD.transaction(List.of("A", "B")))
                .isEqualTo("BEGIN TRANSACTION A; B; COMMIT TRANSACTION");
        assertThat(CqlDialect.conditionalTransaction(List.of("LET a = (A)", "SELECT a.b"), "a IS NULL", "B; C; "))
                .isEqualTo(
                        "BEGIN TRANSACTION LET a = (A); SELECT a.b; IF a IS NULL THEN B; C; END IF COMMIT TRANSACTION");
        assertThat(new CqlTable.TableOptions(0, true, 0, "").clause(CqlDialect.ACCORD))
                .isEqualTo(" WITH transactional_mode = 'full'");
    }

    private Outcome outcome(WorkEffect effect, Result answer) throws IOException, InterruptedException {
        stub.answers(STATEMENT, answer);
        try (CqlDatabase database = connect();
                CqlHandle handle = new CqlHandle(database, 0)) {
            assertThat(database.dialect()).isEqualTo(CqlDialect.ACCORD);
            return handle.unit(effect, new TestTurn(), Stub.sending(STATEMENT));
        }
    }

    private CqlDatabase connect() throws IOException, InterruptedException {
        return CqlDatabase.connect(stub.settings().with(Consistency.ACCORD));
    }

    private void enabled(String value) {
        stub.answers(
                ENABLED,
                rows().row("value", value).columnTypes("value", "varchar").build());
    }
}
