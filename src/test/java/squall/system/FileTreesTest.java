package squall.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTreesTest {
    @TempDir
    Path folder;

    /** Covers an old error: bytes were counted as characters, and a server whose log had those of a damaged row failed with "Input length = 1". */
    @Test
    void what_a_program_adds_to_a_file_is_read_whatever_bytes_are_in_it() throws Exception {
        Path log = folder.resolve("server.log");
        Files.writeString(log, "LOG:  in /home/\u00FC\u00FC\u00FC/data\n");
        long logged = Files.size(log);
        Files.write(log, "FATAL:  damaged: \u00FF\n".getBytes(StandardCharsets.ISO_8859_1), StandardOpenOption.APPEND);
        assertThat(FileTrees.printed(log, logged)).isEqualTo("FATAL:  damaged: \uFFFD\n");
    }
}
