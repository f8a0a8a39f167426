package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cql.CqlDatabase;
import squall.cql.CqlSettings;
import squall.fixture.Certificates;
import squall.spi.Options;
import squall.spi.Target;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.testbed.cassandra.CassandraCluster;
import squall.ycsb.cli.Ycsb.Ended;

/** The ycql binding on a real Cassandra that takes clients over TLS only, with a certificate, and wants to know who they are. */
@Tag("server")
class YcqlSecuredServerTest {
    private static final String HERE = "san=ip:127.0.0.1,dns:localhost";
    private static final String SECRET = "open-sesame-4711";

    private static Certificates certificates;
    private static CassandraCluster cluster;
    private static String certificate;
    private static String hosts;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() throws Exception {
        StateFolder state = StateFolder.at(Path.of("target", "testbed").toAbsolutePath());
        cluster = new CassandraCluster(state, "secured");
        certificates = makeCertificates();
        String authority = certificates.certificate("ca").toString();
        cluster.up(new Options("up", Map.of("quick", "true", "secured", "true", "client-ca", authority)), line -> {});
        hosts = cluster.target().url().replaceAll("cql://|\\?.*", "");
        certificate = cluster.target().properties().getOrDefault("tls_certificate", "");
        Files.writeString(folder.resolve("password"), SECRET + "\n");
        for (String name : List.of("client", "expired-client", "self-signed-client")) {
            certificates.certificate(name);
            certificates.key(name);
        }
        // The first user is there a moment after the node.
        assertThat(PollDeadline.in(Duration.ofMinutes(2)).await(YcqlSecuredServerTest::madeRole))
                .isTrue();
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        cluster.reset();
    }

    private static Certificates makeCertificates() throws IOException, InterruptedException {
        Certificates made = new Certificates(folder);
        made.authority("ca");
        made.signed("client", "ali", "ca", "ku=digitalSignature");
        made.expired("expired-client", "ali", "ca", "ku=digitalSignature");
        made.selfSigned("self-signed-client", "ali", "ku=digitalSignature");
        made.signed("server", "server", "ca", HERE);
        made.expired("expired", "server", "ca", HERE);
        made.signed("other-host", "server", "ca", "san=dns:elsewhere.example,ip:127.0.0.2");
        made.selfSigned("self-signed", "server", HERE);
        return made;
    }

    private static boolean madeRole() throws InterruptedException {
        try (CqlDatabase database = CqlDatabase.connect(settings(cluster.target()))) {
            database.administer(
                    "making a role", "CREATE ROLE IF NOT EXISTS ali WITH LOGIN = true AND PASSWORD = '" + SECRET + "'");
            return true;
        } catch (IOException e) {
            return false; // not yet
        }
    }

    private static CqlSettings settings(Target target) {
        CqlSettings usual = CqlSettings.of(hosts);
        return new CqlSettings(
                usual.contactPoints(),
                "",
                new CqlSettings.Login(target.user(), target.password()),
                new CqlSettings.Encryption(
                        true,
                        Optional.of(Path.of(certificate)),
                        Optional.of(new CqlSettings.ClientCertificate(
                                folder.resolve("client.crt"), folder.resolve("client.key")))),
                usual.consistency(),
                usual.limits(),
                usual.wire(),
                Map.of());
    }

    @Test
    void who_trusts_the_node_and_is_known_to_it_may_load_and_run() {
        String how = " ycql -P workloada -p recordcount=50 -p operationcount=50 -p cassandra.username=ali"
                + " -p cassandra.password=file:" + folder.resolve("password") + tls();
        Ended loaded = ycsb("load" + how);
        assertThat(loaded.code()).as(loaded.err()).isZero();
        Ended ran = ycsb("run" + how);
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out() + ran.err()).doesNotContain(SECRET);
    }

    @Test
    void a_wrong_password_is_told_without_showing_it() {
        String wrong = "close-sesame-0815";
        assertThat(unusable("-p cassandra.username=ali -p cassandra.password=" + wrong + tls()))
                .contains(hosts, "user name and password must be those of a role that may log in")
                .doesNotContain(wrong);
        assertThat(unusable(tls().strip())).contains("requires authentication");
    }

    @Test
    void a_node_with_an_untrusted_certificate_is_not_contacted() {
        assertThat(unusable("-p cassandra.useSSL=true -p cassandra.username=ali -p cassandra.password=" + SECRET))
                .contains("the file of authorities must contain the one that signed it")
                .doesNotContain(SECRET);
    }

    @ParameterizedTest
    @CsvSource({
        "expired, certificate has expired",
        "other-host, the host names given must match those of the certificates",
        "self-signed, its certificate is not trusted"
    })
    void a_node_with_a_bad_certificate_gets_no_password(String name, String reason) throws Exception {
        try (TlsFront front = front(name)) {
            assertThat(refusedBy(front))
                    .contains("127.0.0.1:" + front.port(), reason)
                    .doesNotContain(SECRET);
        }
    }

    /** So it is the certificate, and not the front, that the test above sees. */
    @Test
    void a_node_with_a_good_certificate_is_used() throws Exception {
        try (TlsFront front = front("server")) {
            Ended loaded = through(front);
            assertThat(loaded.code()).as(loaded.err()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"expired-client", "self-signed-client"})
    void a_client_with_a_bad_certificate_is_refused_by_the_node(String name) {
        assertThat(unusable(login() + trust() + identity(name)))
                .contains(hosts, "the node wants a certificate of this client")
                .doesNotContain(SECRET);
    }

    @Test
    void a_client_without_a_certificate_is_refused_by_the_node() {
        assertThat(unusable(login() + trust()))
                .contains(hosts, "the node wants a certificate of this client")
                .doesNotContain(SECRET);
    }

    @Test
    void a_certificate_needs_its_key_and_a_key_that_is_one() {
        assertThat(mistake(login() + trust() + " -p cassandra.ssl.cert=" + folder.resolve("client.crt")))
                .contains("cassandra.ssl.cert and cassandra.ssl.key require each other");
        Path password = folder.resolve("password");
        assertThat(mistake(login() + trust() + " -p cassandra.ssl.cert=" + folder.resolve("client.crt")
                        + " -p cassandra.ssl.key=" + password))
                .contains(password + " contains no such key; expected a PEM file with an unencrypted key in PKCS #8")
                .doesNotContain(SECRET);
    }

    @Test
    void who_comes_without_tls_is_told_to() {
        assertThat(unusable("-p cassandra.username=ali -p cassandra.password=" + SECRET))
                .contains(hosts, "the node may require TLS")
                .doesNotContain(SECRET);
    }

    @Test
    void files_that_are_not_there_are_mistakes() {
        Path absent = folder.resolve("absent");
        assertThat(mistake("-p cassandra.useSSL=true -p cassandra.ssl.ca=" + absent))
                .contains(absent + ": no such file or folder; expected a PEM file of certificate authorities");
        assertThat(mistake("-p cassandra.username=ali -p cassandra.password=file:" + absent + tls()))
                .contains("password 'file:" + absent + "': " + absent + ": no such file or folder");
    }

    private static TlsFront front(String name) throws Exception {
        int port = Integer.parseInt(hosts.substring(hosts.lastIndexOf(':') + 1));
        return new TlsFront(certificates, name, Path.of(certificate), port);
    }

    private static String refusedBy(TlsFront front) {
        Ended ended = through(front);
        assertThat(ended.code()).as(ended.err()).isEqualTo(5);
        return ended.out() + ended.err();
    }

    private static Ended through(TlsFront front) {
        String how = "load ycql -P workloada -p cassandra.keyspace=front " + login() + " -p cassandra.useSSL=true"
                + " -p cassandra.ssl.ca=" + folder.resolve("ca.crt");
        return new Ycsb(List.of("-p", "hosts=127.0.0.1:" + front.port()), folder).run(how, "");
    }

    private static String login() {
        return "-p cassandra.username=ali -p cassandra.password=file:" + folder.resolve("password");
    }

    private static String tls() {
        return trust() + identity("client");
    }

    private static String trust() {
        return " -p cassandra.useSSL=true -p cassandra.ssl.ca=" + certificate;
    }

    private static String identity(String name) {
        return " -p cassandra.ssl.cert=" + folder.resolve(name + ".crt") + " -p cassandra.ssl.key="
                + folder.resolve(name + ".key");
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
        return new Ycsb(List.of("-p", "hosts=" + hosts), folder).run(line, "");
    }
}
