package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.fixture.SecuredCassandra.PASSWORD;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.TestCommand.Ended;
import squall.fixture.Relay;
import squall.fixture.SecuredCassandra;
import squall.system.ExitCode;

/** The workloads over CQL on a real Cassandra that takes clients over TLS only, with a certificate, and wants to know who they are. */
@Tag("server")
@Tag("extended")
class SecuredAppsServerTest {
    private static SecuredCassandra node;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() throws Exception {
        node = SecuredCassandra.start("secured-apps", folder);
    }

    @AfterAll
    static void stop() throws Exception {
        node.reset();
    }

    @ParameterizedTest
    @ValueSource(strings = {"CassandraKeyValue --num_reads 20", "CassandraRegisters"})
    void who_trusts_the_node_and_is_known_to_it_may_write_and_read(String words) {
        Ended ended = app(node.hosts(), words + " --num_unique_keys 3 --num_writes 20" + trust() + identity("client"));
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out() + ended.err()).doesNotContain(PASSWORD);
    }

    @ParameterizedTest
    @CsvSource({
        "expired, certificate has expired",
        "other-host, the host names given must match those of the certificates",
        "self-signed, its certificate is not trusted"
    })
    void a_node_with_a_bad_certificate_gets_no_password(String name, String reason) throws Exception {
        try (Relay front = node.front(name)) {
            String address = "127.0.0.1:" + front.port();
            Ended ended = app(address, "CassandraKeyValue --ssl_cert " + node.authority());
            assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.UNREACHABLE.code());
            assertThat(ended.err()).contains(address, reason).doesNotContain(PASSWORD);
        }
    }

    @Test
    void without_a_file_the_authorities_of_the_jvm_count() {
        assertThat(refused(" --ssl" + identity("client"), ExitCode.UNREACHABLE))
                .contains("the file of authorities must contain the one that signed it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"expired-client", "self-signed-client"})
    void a_client_with_a_bad_certificate_is_refused_by_the_node(String name) {
        assertThat(refused(trust() + identity(name), ExitCode.UNREACHABLE))
                .contains(node.hosts(), "the node wants a certificate of this client");
    }

    @Test
    void a_client_without_a_certificate_is_refused_by_the_node() {
        assertThat(refused(trust(), ExitCode.UNREACHABLE))
                .contains(node.hosts(), "the node wants a certificate of this client");
    }

    @Test
    void a_certificate_needs_its_key_and_encryption() {
        assertThat(refused(identity("client"), ExitCode.USAGE))
                .contains("--ssl_client_cert and --ssl_client_key: give --ssl or --ssl_cert");
        assertThat(refused(" --ssl --ssl_client_cert " + node.certificate("client"), ExitCode.USAGE))
                .contains(
                        "--ssl_client_cert and --ssl_client_key need each other, and only --ssl_client_cert is given");
    }

    @Test
    void a_key_that_is_none_is_a_mistake() {
        String certificate = " --ssl_client_cert " + node.certificate("client");
        assertThat(refused(trust() + certificate + " --ssl_client_key " + node.passwordFile(), ExitCode.USAGE))
                .contains(node.passwordFile() + " contains no such key; expected a PEM file with an unencrypted key");
    }

    private static String refused(String how, ExitCode code) {
        Ended ended = app(node.hosts(), "CassandraKeyValue" + how);
        assertThat(ended.code()).as(ended.err()).isEqualTo(code.code());
        assertThat(ended.out() + ended.err()).doesNotContain(PASSWORD);
        return ended.err();
    }

    private static Ended app(String nodes, String words) {
        return Site.run(
                folder,
                "--workload " + words + " --nodes " + nodes + " --username " + SecuredCassandra.USER
                        + " --password file:" + node.passwordFile());
    }

    private static String trust() {
        return " --ssl_cert " + node.nodeCertificate();
    }

    private static String identity(String name) {
        return " --ssl_client_cert " + node.certificate(name) + " --ssl_client_key " + node.key(name);
    }
}
