package squall.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.fixture.Certificates;
import squall.spi.ConnectionStep.Stage;
import squall.spi.ConnectionStep.StageKind;
import squall.sql.driver.DriverFamily.Purpose;
import squall.sql.driver.SessionSetup;
import squall.sql.driver.SqlSettings;
import squall.system.PollDeadline;

/** Test of a server that requires TLS, and a client certificate of one of its users. */
@Tag("server")
@Tag("extended")
@Timeout(300)
class TlsServerTest {
    private static final String USER = "tls";
    private static final String CANNOT =
            "database jdbc:postgresql://127.0.0.1:%1$d/squall cannot be used: 127.0.0.1:%1$d: ";
    private static final String HERE = "san=ip:127.0.0.1";
    private static final String CLIENT = "ku=digitalSignature";

    @TempDir
    private static Path folder;

    @RegisterExtension
    static final Server SERVER = new Server();

    private static Certificates certificates;

    @BeforeAll
    static void start() throws Exception {
        certificates = new Certificates(folder);
        certificates.authority("ca");
        certificates.authority("stranger");
        certificates.signed("server", "server", "ca", HERE);
        certificates.expired("expired-server", "server", "ca", HERE);
        certificates.signed("other-host", "server", "ca", "san=dns:elsewhere.example,ip:127.0.0.2");
        certificates.selfSigned("self-signed-server", "server", HERE);
        certificates.signed(USER, USER, "ca", CLIENT);
        certificates.signed("other", "other", "ca", CLIENT);
        certificates.expired("expired", USER, "ca", CLIENT);
        certificates.selfSigned("self-signed", USER, CLIENT);
        SERVER.administer("CREATE ROLE " + USER + " LOGIN");
        for (String name : new String[] {"server", "expired-server", "other-host", "self-signed-server"}) {
            put(name + ".crt", certificates.certificatePem(name));
            put(name + ".key", certificates.keyPem(name));
        }
        put("ca.crt", certificates.certificatePem("ca"));
        String rules = "hostssl all " + USER + " all cert\nhost all " + USER + " all reject\n";
        put("pg_hba.conf", rules + SERVER.text("SELECT pg_read_file('pg_hba.conf')"));
        SERVER.administer("ALTER SYSTEM SET ssl_ca_file = 'ca.crt'");
        SERVER.administer("ALTER SYSTEM SET ssl = on");
        SERVER.restart();
    }

    @Test
    void a_client_with_its_certificate_needs_no_password_and_the_manifest_says_tls() throws Exception {
        SqlDatabase database = SqlDatabase.connect(settings(USER, "ca"));
        assertThat(database.describe().settings().get("tls")).startsWith("TLSv1.");
    }

    @Test
    void the_handshake_is_a_stage_of_an_attempt() throws Exception {
        TestTurn turn = new TestTurn();
        JdbcConnector connector = JdbcConnector.unsettled(settings(USER, "ca"), SessionSetup.USUAL, "")
                .speaking(Dialects.POSTGRES);
        var session = new ReconnectingConnection<>(connector, Purpose.WORK, 0, Connection::createStatement);
        session.open(Duration.ofSeconds(60));
        session.drop(turn, ReconnectingConnection.refused("08006", "the connection was lost"));
        turn.putForward(Duration.ofSeconds(2));
        assertThat(session.connect(turn, Duration.ofMinutes(1).toNanos())).isNull();
        assertThat(turn.steps().getLast().stages())
                .extracting(Stage::kind)
                .containsExactly(
                        StageKind.LOOKUP,
                        StageKind.CONNECT,
                        StageKind.LOGIN,
                        StageKind.TLS,
                        StageKind.LOGIN,
                        StageKind.SETUP);
        session.close();
    }

    @Test
    void a_file_of_authorities_that_is_missing_is_named() {
        Path missing = folder.resolve("missing.pem");
        SqlSettings settings = with(Map.of("sslmode", "verify-full", "sslrootcert", missing.toString()));
        assertThatIOException()
                .isThrownBy(() -> SqlDatabase.connect(settings))
                .withMessageContaining("Could not open SSL root certificate file " + missing);
    }

    @Test
    void a_server_whose_authority_is_a_stranger_is_refused_with_the_remedy() {
        assertThatIOException()
                .isThrownBy(() -> SqlDatabase.connect(settings(USER, "stranger")))
                .withMessageStartingWith(CANNOT.formatted(SERVER.port()) + "08006: SSL error: ")
                .withMessageEndingWith(" (the client does not trust the certificate of this server: the driver's"
                        + " sslrootcert must be a file that contains the authority that signed it)");
    }

    @ParameterizedTest
    @CsvSource({
        "expired-server, has expired; NotAfter",
        "other-host, 127.0.0.1",
        "self-signed-server, does not trust the certificate of this server"
    })
    void a_server_with_a_bad_certificate_is_refused(String name, String reason) throws Exception {
        present(name);
        try {
            assertThatIOException()
                    .isThrownBy(() -> SqlDatabase.connect(settings(USER, "ca")))
                    .withMessageStartingWith(CANNOT.formatted(SERVER.port()))
                    .withMessageContaining(reason);
        } finally {
            present("server");
        }
    }

    @Test
    void a_certificate_of_another_user_is_refused_by_the_server() {
        assertThatIOException()
                .isThrownBy(() -> SqlDatabase.connect(settings("other", "ca")))
                .withMessageStartingWith(
                        CANNOT.formatted(SERVER.port())
                                + "28000: FATAL: certificate authentication failed for user \"tls\"; the server answers, but refuses");
    }

    /** Expects a refusal by the server: the driver sends no certificate that the server's authorities have not signed. */
    @ParameterizedTest
    @CsvSource({"expired, 08", "self-signed, 28000: FATAL: connection requires a valid client certificate"})
    void a_client_with_a_bad_certificate_is_refused_by_the_server(String name, String reason) {
        assertThatIOException()
                .isThrownBy(() -> SqlDatabase.connect(settings(name, "ca")))
                .withMessageStartingWith(CANNOT.formatted(SERVER.port()) + reason);
    }

    @Test
    void a_client_without_a_certificate_is_refused_by_the_server() throws Exception {
        SqlSettings without = with(Map.of(
                "sslmode",
                "verify-full",
                "sslrootcert",
                certificates.certificate("ca").toString()));
        assertThatIOException()
                .isThrownBy(() -> SqlDatabase.connect(without))
                .withMessageContaining("connection requires a valid client certificate");
    }

    private static SqlSettings settings(String name, String authority) throws Exception {
        return with(Map.of(
                "sslmode", "verify-full",
                "sslrootcert", certificates.certificate(authority).toString(),
                "sslcert", certificates.certificate(name).toString(),
                "sslkey", certificates.key8(name).toString()));
    }

    private static SqlSettings with(Map<String, String> properties) {
        String url = "jdbc:postgresql://127.0.0.1:" + SERVER.port() + "/squall";
        return Tuned.driven(SqlSettings.of(url, USER, ""), properties);
    }

    /** Makes the server identify itself by another certificate, from the next connection on. */
    private static void present(String name) throws Exception {
        SERVER.administer("ALTER SYSTEM SET ssl_cert_file = '" + name + ".crt'");
        SERVER.administer("ALTER SYSTEM SET ssl_key_file = '" + name + ".key'");
        SERVER.administer("SELECT pg_reload_conf()");
        assertThat(PollDeadline.in(Duration.ofMinutes(2))
                        .await(() -> SERVER.text("SHOW ssl_key_file").equals(name + ".key")))
                .isTrue();
    }

    /** Writes a file as the server's own user, who alone may read it: the server insists for its key. */
    private static void put(String name, String content) throws Exception {
        String base64 = Base64.getEncoder().encodeToString(content.getBytes(UTF_8));
        SERVER.administer("COPY (SELECT '" + base64 + "') TO PROGRAM 'umask 077 && base64 -d > " + name + "'");
    }
}
