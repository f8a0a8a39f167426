package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessClockTest {
    @TempDir
    private Path root;

    @Test
    void a_machine_without_the_library_is_told_what_to_install() {
        assertThatIOException()
                .isThrownBy(() -> ProcessClock.library(root))
                .withMessage(
                        "a separate clock per node needs libfaketimeMT.so.1, which is not installed: apt-get install faketime");
    }

    @Test
    void the_library_is_found_where_the_system_keeps_those_of_its_kind_of_processor() throws Exception {
        Path place = Files.createDirectories(root.resolve("usr/lib/x86_64-linux-gnu/faketime"));
        Path library = Files.createFile(place.resolve("libfaketimeMT.so.1"));
        assertThat(ProcessClock.library(root)).isEqualTo(library);
    }
}
