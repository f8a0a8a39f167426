package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import squall.dist.Installation.Result;
import squall.system.FileTrees;

/**
 * Test of the archives of a release, as a user of another machine has them: an ordinary user with an empty home, no Maven, and Squall in a
 * read-only folder with a space in its name.
 */
@EnabledIfSystemProperty(named = "squall.archive", matches = ".+", disabledReason = "mvn -Prelease makes the archives")
@Timeout(600)
class ReleaseArchiveTest {
    private static final long LIMIT = 60_000_000;
    private static final int ORDINARY_USER = 65_534;
    private static final String NO_REPOSITORY = "http://127.0.0.1:1";

    @TempDir
    private Path temp;

    /** Removes the programs, since JUnit would warn of every link that it removes. */
    @AfterEach
    void removePrograms() throws IOException {
        FileTrees.delete(temp.resolve("programs"));
    }

    @Test
    void the_archive_downloads_postgresql_once_and_loads_a_table() throws Exception {
        HttpServer repository = SimpleFileServer.createFileServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Path.of(System.getProperty("squall.repository")).toAbsolutePath(),
                SimpleFileServer.OutputLevel.NONE);
        repository.start();
        try {
            loads(unpacked(""), "http://127.0.0.1:" + repository.getAddress().getPort());
        } finally {
            repository.stop(0);
        }
    }

    @Test
    void the_offline_archive_loads_a_table_without_a_network() throws Exception {
        loads(unpacked("-offline"), NO_REPOSITORY);
    }

    @Test
    void without_a_network_the_archive_names_the_remedies() throws Exception {
        User user = user(unpacked(""), NO_REPOSITORY);

        Result result = user.run("ycsb", "load", "jdbc", "-P", "workloada");

        assertThat(result.exit()).as(result.err()).isEqualTo(5);
        assertThat(result.err()).contains("must be downloaded once", "or use the offline archive of this release");
    }

    @Test
    void the_offline_archive_has_all_that_commands_download_undamaged() throws Exception {
        Path repository = unpacked("-offline").resolve("repository");
        Path checksums = temp.resolve("checksums");
        Files.write(
                checksums,
                OfflineRepository.downloads().stream()
                        .map(file -> file.sha256() + "  " + repository.resolve(file.path()))
                        .toList());
        finish("sha256sum", "--check", "--quiet", checksums.toString());
    }

    @Test
    void the_archive_is_small_and_the_zip_has_the_same_files() throws Exception {
        assertThat(archive("", ".tar.gz"))
                .satisfies(file -> assertThat(Files.size(file)).isLessThan(LIMIT));
        try (ZipFile zip = new ZipFile(archive("", ".zip").toFile())) {
            assertThat(zip.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName))
                    .containsExactlyInAnyOrderElementsOf(files(unpacked("")));
        }
    }

    /** Searches for what two builds of one commit would differ by; bin/check --reproducible compares whole archives. */
    @Test
    void nothing_tells_when_and_by_which_user_the_archive_was_made() throws Exception {
        Set<String> found = new TreeSet<>();
        try (InputStream file = Files.newInputStream(archive("", ".tar.gz"));
                TarArchiveInputStream tar = new TarArchiveInputStream(new GzipCompressorInputStream(file))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                found.add(entry.getLastModifiedTime() + " " + entry.getLongUserId() + " " + entry.getLongGroupId() + " "
                        + Integer.toOctalString(entry.getMode() & 0777));
            }
        }
        assertThat(found).containsExactly("2026-01-01T00:00:00Z 0 0 644", "2026-01-01T00:00:00Z 0 0 755");
    }

    @Test
    void jars_were_made_with_the_umask_of_every_release() throws Exception {
        Set<String> rights = new TreeSet<>();
        try (Stream<Path> jars = Files.list(unpacked("").resolve("lib"))) {
            for (Path jar : jars.filter(jar -> jar.getFileName().toString().startsWith("squall"))
                    .toList()) {
                try (org.apache.commons.compress.archivers.zip.ZipFile zip =
                        org.apache.commons.compress.archivers.zip.ZipFile.builder()
                                .setPath(jar)
                                .get()) {
                    zip.getEntries()
                            .asIterator()
                            .forEachRemaining(entry -> rights.add(Integer.toOctalString(entry.getUnixMode() & 0777)));
                }
            }
        }
        assertThat(rights)
                .as("rights in jars: build with 'umask 022', they are part of the checksum")
                .containsExactly("644", "755");
    }

    @Test
    void every_library_is_in_the_bill_of_materials() throws Exception {
        Path squall = unpacked("");
        JsonNode sbom = new ObjectMapper().readTree(squall.resolve("sbom.json").toFile());
        Set<String> listed = sbom.get("components")
                .valueStream()
                .map(part ->
                        part.get("name").textValue() + "-" + part.get("version").textValue() + ".jar")
                .collect(Collectors.toSet());
        try (Stream<Path> jars = Files.list(squall.resolve("lib"))) {
            assertThat(jars.map(jar -> jar.getFileName().toString()).filter(jar -> !jar.equals("squall.jar")))
                    .isNotEmpty()
                    .isSubsetOf(listed);
        }
    }

    /** Loads rows; exit 0 means that every row is there. */
    private void loads(Path squall, String repository) throws Exception {
        User user = user(squall, repository);
        try {
            Result result = user.run("ycsb", "load", "jdbc", "-P", "workloada");
            assertThat(result.exit()).as(result.err()).isZero();
            assertThat(result.out()).contains("[INSERT], Operations, 1000");
            assertThat(result.err()).doesNotContain("WARNING", "Exception");
        } finally {
            Result reset = user.run("testbed", "reset", "postgres");
            assertThat(reset.exit()).as(reset.err()).isZero();
        }
    }

    private User user(Path squall, String repository) throws IOException {
        Path home = Files.createDirectory(temp.resolve("home"));
        boolean root = isRoot();
        if (root) {
            Files.setAttribute(home, "unix:uid", ORDINARY_USER);
        }
        Map<String, String> environment = Map.of(
                "HOME", home.toString(),
                "PATH", programsWithoutMaven().toString(),
                "JAVA_HOME", System.getProperty("java.home"),
                "SQUALL_ARCHIVE", "on",
                "SQUALL_REPOSITORY", repository);
        return new User(squall, environment, root);
    }

    private boolean isRoot() throws IOException {
        return Files.getAttribute(temp, "unix:uid").equals(0);
    }

    /** Returns a folder with the programs of this machine but Maven. */
    private Path programsWithoutMaven() throws IOException {
        Path folder = Files.createDirectory(temp.resolve("programs"));
        try (Stream<Path> programs = Files.list(Path.of("/usr/bin"))) {
            for (Path program : programs.toList()) {
                if (!program.getFileName().toString().startsWith("mvn")) {
                    Files.createSymbolicLink(folder.resolve(program.getFileName()), program);
                }
            }
        }
        return folder;
    }

    /** @param root whether it is to be given up first */
    private record User(Path squall, Map<String, String> environment, boolean root) {
        Result run(String script, String... arguments) throws IOException, InterruptedException {
            List<String> words = new ArrayList<>(List.of("-C", environment.getOrDefault("HOME", "")));
            if (root) {
                String user = Integer.toString(ORDINARY_USER);
                words.addAll(List.of("setpriv", "--reuid", user, "--regid", user, "--clear-groups"));
            }
            words.add(squall.resolve("bin").resolve(script).toString());
            words.addAll(List.of(arguments));
            return new Installation(squall).run(environment, Path.of("/usr/bin/env"), words.toArray(String[]::new));
        }
    }

    /** @return the folder in the archive, which then cannot be written by anyone but root */
    private Path unpacked(String kind) throws IOException, InterruptedException {
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path folder = Files.createDirectories(temp.resolve("a folder" + kind));
        finish("tar", "-xzf", archive(kind, ".tar.gz").toString(), "-C", folder.toString());
        finish("chmod", "-R", "a-w", folder.toString());
        try (Stream<Path> all = Files.list(folder)) {
            return all.collect(Collectors.toList()).getFirst();
        }
    }

    private static void finish(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
    }

    private static Path archive(String kind, String extension) {
        return Path.of(System.getProperty("squall.archive") + kind + extension);
    }

    /** Returns the files as an archive names them, which begins with the folder. */
    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> folder.getFileName() + "/" + folder.relativize(file))
                    .toList();
        }
    }
}
