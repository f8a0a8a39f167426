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
import squall.cql.CqlDatabase;
import squall.cql.CqlSettings;
import squall.spi.Options;
import squall.spi.Target;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.testbed.cassandra.CassandraCluster;
import squall.ycsb.cli.Ycsb.Ended;

/** The ycql binding on a real Cassandra that takes clients over TLS only, and wants to know who they are. */
@Tag("server")
class YcqlSecuredServerTest {
    private static final String SECRET = "open-sesame-4711";

    private static CassandraCluster cluster;
    private static String certificate;
    private static String hosts;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        StateFolder state = StateFolder.at(Path.of("target", "testbed").toAbsolutePath());
        cluster = new CassandraCluster(state, "secured");
        cluster.up(new Options("up", Map.of("quick", "true", "secured", "true")), line -> {});
        hosts = cluster.target().url().replaceAll("cql://|\\?.*", "");
        certificate = cluster.target().properties().getOrDefault("tls_certificate", "");
        Files.writeString(folder.resolve("password"), SECRET + "\n");
        // The first user is there a moment after the node.
        assertThat(PollDeadline.in(Duration.ofMinutes(2)).await(YcqlSecuredServerTest::madeRole))
                .isTrue();
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        cluster.reset();
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
                new CqlSettings.Encryption(true, Optional.of(Path.of(certificate))),
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
                .contains("there is no file " + absent + "; expected a PEM file of certificate authorities");
        assertThat(mistake("-p cassandra.username=ali -p cassandra.password=file:" + absent + tls()))
                .contains("password 'file:" + absent + "': " + absent + ": no such file or folder");
    }

    private static String tls() {
        return " -p cassandra.useSSL=true -p cassandra.ssl.ca=" + certificate;
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
