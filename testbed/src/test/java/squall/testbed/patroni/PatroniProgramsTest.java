package squall.testbed.patroni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PatroniProgramsTest {
    @TempDir
    private Path root;

    @Test
    void what_is_installed_is_found() throws IOException {
        Path bin = folder("bin", List.of("patroni", "etcd"));
        Path old = folder("old", List.of("postgres", "psql"));
        Path whole = folder("whole", PatroniPrograms.POSTGRES);
        assertThat(PatroniPrograms.among(List.of(root, bin), List.of(bin, old, whole)))
                .isEqualTo(new PatroniPrograms(bin.resolve("patroni"), bin.resolve("etcd"), whole));
    }

    @Test
    void the_embedded_server_is_refused_with_what_it_lacks() throws IOException {
        Path bin = folder("bin", List.of("patroni", "etcd"));
        Path embedded = folder("embedded", List.of("initdb", "pg_ctl", "postgres"));
        assertThatIOException()
                .isThrownBy(() -> PatroniPrograms.among(List.of(bin), List.of(bin, embedded)))
                .withMessage("the manager patroni needs programs that are not installed: a whole PostgreSQL ("
                        + embedded + " has no pg_isready, pg_controldata, pg_basebackup, pg_rewind). "
                        + PatroniPrograms.REMEDY);
    }

    @Test
    void all_that_is_missing_is_named_at_once() {
        assertThatIOException()
                .isThrownBy(() -> PatroniPrograms.among(List.of(root), List.of(root)))
                .withMessage(
                        "the manager patroni needs programs that are not installed: patroni, etcd, a whole PostgreSQL"
                                + " (no server was found). On Debian and Ubuntu: apt-get install"
                                + " --no-install-recommends patroni etcd-server postgresql");
    }

    private Path folder(String name, List<String> programs) throws IOException {
        Path folder = Files.createDirectory(root.resolve(name));
        for (String program : programs) {
            Files.createFile(
                    folder.resolve(program),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        }
        return folder;
    }
}
