package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class UnpackedFoldersTest {
    @TempDir
    Path folder;

    @Test
    void files_links_and_execution_bits_arrive() throws Exception {
        Path whole =
                unpack(new Tar().file("bin/run", 0755).file("lib/a.so.1", 0644).link("lib/a.so", "a.so.1"));
        assertThat(whole.resolve("bin/run")).hasContent("bin/run").isExecutable();
        assertThat(Files.isExecutable(whole.resolve("lib/a.so.1"))).isFalse();
        assertThat(Files.readSymbolicLink(whole.resolve("lib/a.so"))).hasToString("a.so.1");
        assertThat(whole.resolve(".complete")).exists();
    }

    @Test
    void an_entry_that_climbs_out_is_refused() {
        refused(new Tar().file("../x", 0644), "archive entry '../x' points outside the folder it is unpacked into");
        assertThat(folder.resolve("x")).doesNotExist();
    }

    @Test
    void a_link_that_points_out_is_refused() {
        refused(
                new Tar().link("bin", "../../etc"),
                "archive entry 'bin' points outside the folder it is unpacked into");
        refused(new Tar().link("bin", "/etc"), "archive entry 'bin' points outside the folder it is unpacked into");
    }

    @Test
    void a_file_behind_a_link_is_refused() {
        assertThatThrownBy(() -> unpack(new Tar().link("here", ".").file("here/x", 0644)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("archive entry 'here/x' passes through the link ");
    }

    @Test
    void a_hard_link_is_refused() {
        refused(new Tar().hardLink("x", "/etc/passwd"), "archive entry 'x' is not a folder, file or symbolic link");
    }

    @Test
    void an_interrupted_unpacking_is_done_again() throws Exception {
        Files.createDirectories(folder.resolve("thing").resolve("bin"));
        Files.createDirectories(folder.resolve("thing.new").resolve("half"));
        Path whole = unpack(new Tar().file("bin/run", 0755));
        assertThat(whole.resolve("bin/run")).exists();
        assertThat(whole.resolve("half")).doesNotExist();
        assertThat(folder.resolve("thing.new")).doesNotExist();
    }

    @Test
    void of_two_unpackers_one_unpacks_and_both_get_the_folder() throws Exception {
        byte[] archive = new Tar().file("bin/run", 0755).bytes();
        var opened = new AtomicInteger();
        UnpackedFolders.Source source = () -> {
            opened.incrementAndGet();
            return new ByteArrayInputStream(archive);
        };
        try (var threads = Executors.newFixedThreadPool(2)) {
            var one = threads.submit(() -> new UnpackedFolders(folder).folder("thing", source));
            var other = threads.submit(() -> new UnpackedFolders(folder).folder("thing", source));
            assertThat(one.get()).isEqualTo(other.get()).isEqualTo(folder.resolve("thing"));
        }
        assertThat(opened).hasValue(1);
    }

    private Path unpack(Tar tar) throws IOException, InterruptedException {
        byte[] archive = tar.bytes();
        return new UnpackedFolders(folder).folder("thing", () -> new ByteArrayInputStream(archive));
    }

    private void refused(Tar tar, String message) {
        assertThatThrownBy(() -> unpack(tar)).isInstanceOf(IOException.class).hasMessage(message);
        assertThat(folder.resolve("thing")).doesNotExist();
    }

    /** Archive in the making; each file contains its own name. */
    private static final class Tar {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes);

        Tar file(String name, int mode) {
            byte[] content = name.getBytes(StandardCharsets.UTF_8);
            var entry = new TarArchiveEntry(name, true);
            entry.setMode(mode);
            entry.setSize(content.length);
            return put(entry, content);
        }

        Tar link(String name, String target) {
            return linked(name, target, TarConstants.LF_SYMLINK);
        }

        Tar hardLink(String name, String target) {
            return linked(name, target, TarConstants.LF_LINK);
        }

        private Tar linked(String name, String target, byte kind) {
            var entry = new TarArchiveEntry(name, kind);
            entry.setLinkName(target);
            return put(entry, new byte[0]);
        }

        private Tar put(TarArchiveEntry entry, byte[] content) {
            try {
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
                return this;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        byte[] bytes() throws IOException {
            tar.close();
            var packed = new ByteArrayOutputStream();
            try (var xz = new XZOutputStream(packed, new LZMA2Options(0))) {
                bytes.writeTo(xz);
            }
            return packed.toByteArray();
        }
    }
}
