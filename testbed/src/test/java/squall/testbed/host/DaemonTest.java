package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonTest {
    @TempDir
    Path folder;

    @Test
    void its_last_words_are_read_whatever_bytes_it_printed() throws IOException {
        Path output = folder.resolve("output");
        Files.write(output, new byte[] {'r', 'o', 'w', ' ', (byte) 0xff, '\n', 'e', 'n', 'd', ' ', (byte) 0xc3, '\n'});
        var daemon = new Daemon("server", folder, output, folder.resolve("pid"), folder);

        assertThat(daemon.printed()).containsExactly("row \ufffd", "end \ufffd");
        assertThat(daemon.lastWords()).isEqualTo("end \ufffd");

        Files.writeString(output, "");
        assertThat(daemon.lastWords()).isEqualTo("it printed nothing");
    }
}
