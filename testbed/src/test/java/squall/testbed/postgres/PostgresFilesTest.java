package squall.testbed.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.spi.StoredFiles.BlockContent;
import squall.spi.StoredFiles.FileKind;
import squall.spi.StoredFiles.FilePart;

class PostgresFilesTest {
    private static final int PAGE = 8192;

    @TempDir
    Path data;

    @Test
    void the_content_of_a_page_is_its_rows() {
        assertThat(files().content(FileKind.DATA, page(40, 7000, 8192))).isEqualTo(new BlockContent(7000, 8192));
        assertThat(files().content(FileKind.INDEX, page(40, 7000, 8176))).isEqualTo(new BlockContent(7000, 8176));
    }

    @Test
    void a_page_without_rows_has_no_content() {
        assertThat(files().content(FileKind.DATA, new byte[PAGE])).isEqualTo(BlockContent.NONE);
        assertThat(files().content(FileKind.DATA, page(24, 8192, 8192))).isEqualTo(BlockContent.NONE);
    }

    @Test
    void of_several_tables_those_that_are_read_are_taken_with_all_segments() throws Exception {
        Files.createDirectories(data.resolve("base/5"));
        for (String file : List.of("7", "7.1", "8", "9")) {
            Files.write(data.resolve("base/5").resolve(file), new byte[1]);
        }
        var files = files("base/5/7 10", "base/5/8 0", "base/5/9 1");
        assertThat(files.parts(FileKind.DATA))
                .containsExactly(
                        FilePart.whole(data.resolve("base/5/7"), PAGE),
                        FilePart.whole(data.resolve("base/5/7.1"), PAGE),
                        FilePart.whole(data.resolve("base/5/9"), PAGE));
        var unread = files("base/5/8 0");
        assertThat(unread.parts(FileKind.INDEX)).containsExactly(FilePart.whole(data.resolve("base/5/8"), PAGE));
    }

    @Test
    void the_log_that_a_recovery_would_replay_is_taken_by_segments() throws Exception {
        long segment = 16L << 20;
        var files = files((255 * segment + 40) + " " + (257 * segment + 5) + " 3");
        Path wal = data.resolve("pg_wal");
        assertThat(files.parts(FileKind.WAL))
                .containsExactly(
                        new FilePart(wal.resolve("0000000300000000000000FF"), 40, segment, PAGE),
                        new FilePart(wal.resolve("000000030000000100000000"), 0, segment, PAGE),
                        new FilePart(wal.resolve("000000030000000100000001"), 0, 5, PAGE));
    }

    /** @param rows what the server answers */
    private PostgresFiles files(String... rows) {
        return new PostgresFiles(data, data.resolve("kept"), List.of(), new PostgresFiles.AskedServer() {
            @Override
            public List<String> rows(String query) {
                return List.of(rows);
            }

            @Override
            public void checkpoint() {}

            @Override
            public boolean up() {
                return true;
            }
        });
    }

    private static byte[] page(int lower, int upper, int special) {
        ByteBuffer page = ByteBuffer.allocate(PAGE).order(ByteOrder.nativeOrder());
        page.putShort(12, (short) lower);
        page.putShort(14, (short) upper);
        page.putShort(16, (short) special);
        return page.array();
    }
}
