package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.fixture.SecuredCassandra.PASSWORD;

import java.nio.file.Path;
import java.util.List;
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

/** Test of the ycql binding on a real Cassandra that accepts clients only over TLS, with a certificate and a password. */
@Tag("server")
@Tag("extended")
class YcqlSecuredServerTest {
    private static SecuredCassandra node;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() throws Exception {
        node = SecuredCassandra.start("secured", folder);
    }

    @AfterAll
    static void stop() throws Exception {
        node.reset();
    }

    @Test
    void who_trusts_the_node_and_is_known_to_it_may_load_and_run() {
        String how = " ycql -P workloada -p recordcount=50 -p operationcount=50 " + login() + tls();
        Ended loaded = ycsb("load" + how);
        assertThat(loaded.code()).as(loaded.err()).isZero();
        Ended ran = ycsb("run" + how);
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out() + ran.err()).doesNotContain(PASSWORD);
    }

    @Test
    void a_wrong_password_is_told_without_showing_it() {
        String wrong = "close-sesame-0815";
        assertThat(unusable("-p cassandra.username=ali -p cassandra.password=" + wrong + tls()))
                .contains(node.hosts(), "user name and password must be those of a role that may log in")
                .doesNotContain(wrong);
        assertThat(unusable(tls().strip())).contains("requires authentication");
    }

    @Test
    void a_node_with_an_untrusted_certificate_is_not_contacted() {
        assertThat(unusable("-p cassandra.useSSL=true -p cassandra.username=ali -p cassandra.password=" + PASSWORD))
                .contains("the file of authorities must contain the one that signed it")
                .doesNotContain(PASSWORD);
    }

    @ParameterizedTest
    @CsvSource({
        "expired, certificate has expired",
        "other-host, the host names given must match those of the certificates",
        "self-signed, its certificate is not trusted"
    })
    void a_node_with_a_bad_certificate_gets_no_password(String name, String reason) throws Exception {
        try (Relay front = node.front(name)) {
            assertThat(refusedBy(front))
                    .contains("127.0.0.1:" + front.port(), reason)
                    .doesNotContain(PASSWORD);
        }
    }

    /** Shows that the test above sees the certificate, and not the front. */
    @Test
    void a_node_with_a_good_certificate_is_used() throws Exception {
        try (Relay front = node.front("server")) {
            Ended loaded = through(front);
            assertThat(loaded.code()).as(loaded.err()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"expired-client", "self-signed-client"})
    void a_client_with_a_bad_certificate_is_refused_by_the_node(String name) {
        assertThat(unusable(login() + trust() + identity(name)))
                .contains(node.hosts(), "the node wants a certificate of this client")
                .doesNotContain(PASSWORD);
    }

    @Test
    void a_client_without_a_certificate_is_refused_by_the_node() {
        assertThat(unusable(login() + trust()))
                .contains(node.hosts(), "the node wants a certificate of this client")
                .doesNotContain(PASSWORD);
    }

    @Test
    void a_certificate_needs_its_key_and_a_key_that_is_one() {
        assertThat(mistake(login() + trust() + " -p cassandra.ssl.cert=" + node.certificate("client")))
                .contains("cassandra.ssl.cert and cassandra.ssl.key require each other");
        assertThat(mistake(login() + trust() + " -p cassandra.ssl.cert=" + node.certificate("client")
                        + " -p cassandra.ssl.key=" + node.passwordFile()))
                .contains(node.passwordFile()
                        + " contains no such key; expected a PEM file with an unencrypted key in PKCS #8")
                .doesNotContain(PASSWORD);
    }

    @Test
    void who_comes_without_tls_is_told_to() {
        assertThat(unusable("-p cassandra.username=ali -p cassandra.password=" + PASSWORD))
                .contains(node.hosts(), "the node may require TLS")
                .doesNotContain(PASSWORD);
    }

    @Test
    void files_that_are_not_there_are_mistakes() {
        Path absent = folder.resolve("absent");
        assertThat(mistake("-p cassandra.useSSL=true -p cassandra.ssl.ca=" + absent))
                .contains(absent + ": no such file or folder; expected a PEM file of certificate authorities");
        assertThat(mistake("-p cassandra.username=ali -p cassandra.password=file:" + absent + tls()))
                .contains("password 'file:" + absent + "': " + absent + ": no such file or folder");
    }

    private static String refusedBy(Relay front) {
        Ended ended = through(front);
        assertThat(ended.code()).as(ended.err()).isEqualTo(5);
        return ended.out() + ended.err();
    }

    private static Ended through(Relay front) {
        String how = "load ycql -P workloada -p cassandra.keyspace=front " + login() + " -p cassandra.useSSL=true"
                + " -p cassandra.ssl.ca=" + node.authority();
        return new Ycsb(List.of("-p", "hosts=127.0.0.1:" + front.port()), folder).run(how);
    }

    private static String login() {
        return "-p cassandra.username=ali -p cassandra.password=file:" + node.passwordFile();
    }

    private static String tls() {
        return trust() + identity("client");
    }

    private static String trust() {
        return " -p cassandra.useSSL=true -p cassandra.ssl.ca=" + node.nodeCertificate();
    }

    private static String identity(String name) {
        return " -p cassandra.ssl.cert=" + node.certificate(name) + " -p cassandra.ssl.key=" + node.key(name);
    }

    private static String unusable(String how) {
        return refused(how, 5);
    }

    private static String mistake(String how) {
        return refused(how, 2);
    }

    private static String refused(String how, int code) {
        Ended ended = ycsb("load ycql -P workloada " + how);
        assertThat(ended.code()).as(ended.err()).isEqualTo(code);
        return ended.out() + ended.err();
    }

    private static Ended ycsb(String line) {
        return new Ycsb(List.of("-p", "hosts=" + node.hosts()), folder).run(line);
    }
}
