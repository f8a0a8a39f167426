package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static squall.sql.Tuned.isolated;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import squall.spi.Outcome;
import squall.sql.TwoRows.Row;

/** What is learned of a database when it is connected to. */
@Tag("server")
@Timeout(60)
class SqlDatabaseServerTest {
    private static Server server;

    @BeforeAll
    static void start() throws Exception {
        server = Server.start();
        new TwoRows(server).reset();
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        server.close();
    }

    @Test
    void the_isolation_level_is_the_one_asked_for_and_read_back() throws Exception {
        SqlDatabase database = SqlDatabase.connect(isolated(server.settings(), "repeatable-read"));
        assertThat(database.describe().settings()).containsEntry("isolation", "repeatable read");
        try (var session = database.session(0, Row::new)) {
            assertThat(session.statement(WorkEffect.READ, new TestTurn(), row -> row.says("repeatable read")))
                    .isEqualTo(Outcome.OK);
        }
    }

    @Test
    void what_the_server_does_is_read_back() throws Exception {
        var described = SqlDatabase.connect(server.settings()).describe();
        assertThat(described.product()).isEqualTo("postgresql");
        assertThat(described.version()).startsWith("PostgreSQL ");
        assertThat(described.endpoints()).containsExactly("127.0.0.1:" + server.port());
        assertThat(described.settings())
                .containsEntry("isolation", "read committed")
                .containsEntry("synchronous_commit", "on")
                .containsEntry("synchronous_standby_names", "")
                .containsEntry("collation", "C")
                .containsEntry("replication", "none")
                .containsEntry("standby", "f")
                .containsEntry("tls", "off")
                .containsEntry("autocommit", "true")
                .containsKeys("fsync", "full_page_writes", "data_checksums", "max_connections");
    }

    @Test
    void a_server_that_does_not_answer_is_named_and_the_password_is_not() throws Exception {
        int nobody = Ports.free();
        assertThatIOException()
                .isThrownBy(() -> SqlDatabase.connect(
                        SqlSettings.of("jdbc:postgresql://127.0.0.1:" + nobody + "/d?password=secret", "u", "secret")))
                .withMessageStartingWith("database jdbc:postgresql://127.0.0.1:" + nobody
                        + "/d?password=*** cannot be used: 127.0.0.1:" + nobody + ": 08001: ")
                .withMessageNotContaining("secret");
    }
}
