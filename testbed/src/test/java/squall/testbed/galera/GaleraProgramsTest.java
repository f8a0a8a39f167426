package squall.testbed.galera;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.system.process.SearchPath;

class GaleraProgramsTest {
    @TempDir
    private Path root;

    @Test
    void what_is_installed_is_found() throws IOException {
        Path bin = folder(List.of("mariadbd", "mariadb-install-db", "rsync"));
        Path provider = Files.createFile(root.resolve("libgalera_smm.so"));
        assertThat(GaleraPrograms.among(
                        new SearchPath(List.of(root, bin)), List.of(root.resolve("absent.so"), provider)))
                .isEqualTo(new GaleraPrograms(bin.resolve("mariadbd"), bin.resolve("mariadb-install-db"), provider));
    }

    @Test
    void all_that_is_missing_is_named_at_once_with_the_packages_that_bring_it() throws IOException {
        Path bin = folder(List.of("mariadbd"));
        assertThatIOException()
                .isThrownBy(() -> GaleraPrograms.among(new SearchPath(List.of(bin)), List.of()))
                .withMessage("galera needs programs that are not installed: mariadb-install-db, rsync,"
                        + " libgalera_smm.so. On Debian and Ubuntu: RUNLEVEL=1 apt-get install --no-install-recommends"
                        + " mariadb-server galera-4 rsync (with RUNLEVEL=1 the packages start no server)");
    }

    @Test
    void the_version_is_read_from_what_the_server_prints() throws IOException {
        assertThat(
                        GaleraPrograms.version(
                                "/usr/sbin/mariadbd  Ver 10.11.19-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)"))
                .isEqualTo("10.11.19");
    }

    private Path folder(List<String> programs) throws IOException {
        Path folder = Files.createDirectory(root.resolve("bin"));
        for (String program : programs) {
            Files.createFile(
                    folder.resolve(program),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        }
        return folder;
    }
}
