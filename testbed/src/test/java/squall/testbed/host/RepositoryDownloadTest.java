package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.testbed.host.RepositoryDownload.Artifact;

/** Test of downloads from a repository on loopback. */
class RepositoryDownloadTest {
    private static final String PATH = "a/b/1/b-1.jar";
    private static final byte[] JAR = "a jar".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> logins = new ConcurrentLinkedQueue<>();
    private HttpServer server;
    private String url;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            logins.add(Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                    .orElse("none"));
            byte[] file = files.get(exchange.getRequestURI().getPath());
            exchange.sendResponseHeaders(file == null ? 404 : 200, file == null ? -1 : file.length);
            if (file != null) {
                exchange.getResponseBody().write(file);
            }
            exchange.close();
        });
        server.start();
        url = "http://127.0.0.1:" + server.getAddress().getPort() + "/maven2";
        files.put("/maven2/" + PATH, JAR);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void a_file_whose_checksum_is_known_is_downloaded_and_checked() throws Exception {
        download(named(), new Artifact(PATH, digest("SHA-256", JAR)));

        assertThat(folder.resolve("lib/b-1.jar")).hasBinaryContent(JAR);
    }

    @Test
    void a_file_that_was_exchanged_is_not_used() throws Exception {
        String wanted = digest("SHA-256", "another jar".getBytes(StandardCharsets.UTF_8));

        assertThatIOException()
                .isThrownBy(() -> download(named(), new Artifact(PATH, wanted)))
                .withMessage("Thing 1: " + url + "/" + PATH + " is not the file that it should be: its SHA-256 is "
                        + digest("SHA-256", JAR) + ", but must be " + wanted + "; nothing of it was used");
        assertThat(folder.resolve("lib/b-1.jar")).doesNotExist();
    }

    @Test
    void of_another_version_the_checksum_of_the_repository_counts() throws Exception {
        files.put("/maven2/" + PATH + ".sha1", (digest("SHA-1", JAR) + "  b-1.jar\n").getBytes(StandardCharsets.UTF_8));
        download(named(), Artifact.jar("a:b:1"));
        assertThat(folder.resolve("lib/b-1.jar")).hasBinaryContent(JAR);
    }

    @Test
    void a_version_that_is_not_published_is_a_mistake_of_the_user() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> download(named(), Artifact.jar("a:b:2")))
                .withMessage(
                        "Thing 1 is not published on " + url + ", or not for this platform; choose another version");
    }

    @Test
    void what_the_installation_or_the_local_repository_has_is_not_downloaded() throws Exception {
        files.clear();
        Path mine = folder.resolve("squall/repository").resolve(PATH);
        Files.createDirectories(mine.getParent());
        Files.write(mine, JAR);
        download(named(), new Artifact(PATH, digest("SHA-256", JAR)));
        assertThat(folder.resolve("lib/b-1.jar")).hasBinaryContent(JAR);
        assertThat(logins).isEmpty();
    }

    @Test
    void a_damaged_file_of_the_local_repository_is_passed_over() throws Exception {
        Path damaged = folder.resolve("home/.m2/repository").resolve(PATH);
        Files.createDirectories(damaged.getParent());
        Files.writeString(damaged, "half a j");
        download(named(), new Artifact(PATH, digest("SHA-256", JAR)));
        assertThat(folder.resolve("lib/b-1.jar")).hasBinaryContent(JAR);
    }

    @Test
    void a_copy_of_a_repository_keeps_what_is_undamaged_and_replaces_the_rest() throws Exception {
        Path copy = folder.resolve("repository");
        Files.createDirectories(copy.resolve(PATH).getParent());
        Files.writeString(copy.resolve(PATH), "half a j");
        List<Artifact> artifacts = List.of(new Artifact(PATH, digest("SHA-256", JAR)));

        downloads(named()).mirror(copy, artifacts);
        downloads(named()).mirror(copy, artifacts);

        assertThat(copy.resolve(PATH)).hasBinaryContent(JAR);
        assertThat(logins).hasSize(1);
    }

    @Test
    void the_mirror_of_mavens_settings_and_its_login_are_used() throws Exception {
        settings("""
                <settings>
                  <servers><server><id>ours</id><username>ali</username><password>${env.PASS}</password></server></servers>
                  <mirrors>
                    <mirror><id>other</id><mirrorOf>*,!central</mirrorOf><url>http://127.0.0.1:1/</url></mirror>
                    <mirror><id>ours</id><mirrorOf>central</mirrorOf><url>%s</url></mirror>
                  </mirrors>
                </settings>
                """.formatted(url));

        download(Map.of("PASS", "sesame"), new Artifact(PATH, digest("SHA-256", JAR)));

        assertThat(logins).containsExactly("Basic YWxpOnNlc2FtZQ==");
    }

    @Test
    void settings_with_a_document_type_or_an_encrypted_password_are_refused() throws Exception {
        settings("<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/hostname\">]><settings>&e;</settings>");
        assertThatIOException()
                .isThrownBy(() -> download(Map.of(), Artifact.jar("a:b:1")))
                .withMessageContaining("settings.xml cannot be read as Maven's settings");
        settings("""
                <settings>
                  <servers><server><id>ours</id><username>ali</username><password>{abc=}</password></server></servers>
                  <mirrors><mirror><id>ours</id><mirrorOf>*</mirrorOf><url>http://127.0.0.1:1/</url></mirror></mirrors>
                </settings>
                """);
        assertThatIOException()
                .isThrownBy(() -> download(Map.of(), Artifact.jar("a:b:1")))
                .withMessageContaining("the password of the mirror ours is encrypted")
                .withMessageNotContaining("abc");
    }

    @Test
    void an_unreachable_repository_is_told_with_the_remedies_and_without_its_password() {
        assertThatIOException()
                .isThrownBy(() -> download(
                        Map.of("SQUALL_REPOSITORY", "http://ali:sesame@127.0.0.1:1/maven2"), Artifact.jar("a:b:1")))
                .withMessageContaining("Thing 1 must be downloaded once, but http://127.0.0.1:1/maven2/" + PATH)
                .withMessageContaining("SQUALL_REPOSITORY")
                .withMessageNotContaining("sesame");
    }

    private Map<String, String> named() {
        return Map.of("SQUALL_REPOSITORY", url);
    }

    private void download(Map<String, String> environment, Artifact artifact) throws Exception {
        downloads(environment).into(folder.resolve("lib"), "Thing 1", List.of(artifact));
    }

    private RepositoryDownload downloads(Map<String, String> environment) throws IOException {
        return RepositoryDownload.of(environment, folder.resolve("home"), Optional.of(folder.resolve("squall")));
    }

    private void settings(String xml) throws IOException {
        Files.createDirectories(folder.resolve("home/.m2"));
        Files.writeString(folder.resolve("home/.m2/settings.xml"), xml);
    }

    private static String digest(String algorithm, byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
    }
}
