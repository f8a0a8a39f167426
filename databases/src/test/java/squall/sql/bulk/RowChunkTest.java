package squall.sql.bulk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

public class RowChunkTest {
    @Test
    void rows_lie_as_binary_copy_wants_them() {
        RowChunk chunk = chunk(2, "k1", "ä", "k2", "");
        assertThat(Arrays.copyOf(chunk.bytes(), chunk.end(1)))
                .containsExactly(
                        0, 2, 0, 0, 0, 2, 'k', '1', 0, 0, 0, 2, 0xC3, 0xA4, 0, 2, 0, 0, 0, 2, 'k', '2', 0, 0, 0, 0);
        assertThat(chunk.texts(0)).containsExactly("k1", "ä");
        assertThat(chunk.texts(1)).containsExactly("k2", "");
    }

    @Test
    void large_rows_make_it_grow_and_clearing_makes_it_empty() {
        String large = "x".repeat(300_000);
        RowChunk chunk = chunk(2, "k", large);
        assertThat(chunk.texts(0)).containsExactly("k", large);
        chunk.clear();
        assertThat(chunk.rows()).isZero();
        assertThat(chunk.full()).isFalse();
    }

    @Test
    void rows_that_are_alike_get_the_memory_that_they_need_and_not_its_double() {
        String value = "x".repeat(1_000);
        RowChunk chunk = new RowChunk(1, 2_000);
        while (!chunk.full()) {
            add(chunk, value);
        }
        int all = chunk.end(chunk.rows() - 1);
        assertThat(chunk.rows()).isEqualTo(2_000);
        assertThat(chunk.bytes().length).isBetween(all, all + all / 10);
    }

    @Test
    void rows_that_grow_longer_still_find_room() {
        RowChunk chunk = new RowChunk(1, 1_000);
        for (int length = 1; length <= 1_000; length++) {
            add(chunk, "x".repeat(length));
        }
        assertThat(chunk.texts(999)).containsExactly("x".repeat(1_000));
        assertThat(chunk.texts(0)).containsExactly("x");
    }

    @Test
    void it_is_full_at_its_rows_or_at_16_mebibytes() {
        RowChunk rows = new RowChunk(1, 1);
        add(rows, "k");
        assertThat(rows.full()).isTrue();
        RowChunk bytes = new RowChunk(1, 1000);
        add(bytes, "x".repeat((16 << 20) - 7));
        assertThat(bytes.full()).isFalse();
        add(bytes, "x");
        assertThat(bytes.full()).isTrue();
    }

    @Test
    void a_row_with_a_column_too_few_or_too_many_is_a_mistake_of_the_caller() {
        RowChunk chunk = new RowChunk(2, 1);
        chunk.beginRow();
        chunk.value(new byte[0], 0, 0);
        assertThatIllegalStateException().isThrownBy(chunk::endRow).withMessage("row 0 still lacks 1 of its 2 columns");
        chunk.value(new byte[0], 0, 0);
        assertThatIllegalStateException()
                .isThrownBy(() -> chunk.value(new byte[0], 0, 0))
                .withMessage("row 0 already has all of its 2");
    }

    @Test
    void text_copy_escapes_what_would_end_a_value() {
        RowChunk chunk = chunk(2, "k\t1", "a\\b\nc\r\b\f\u000b", "\\.", "ä");
        assertThat(new String(CopyFormat.lines(chunk, 0, 2), UTF_8))
                .isEqualTo("k\\t1\ta\\\\b\\nc\\r\\b\\f\\v\n\\\\.\tä\n");
    }

    static RowChunk chunk(int columns, String... values) {
        RowChunk chunk = new RowChunk(columns, values.length);
        for (int i = 0; i < values.length; i += columns) {
            add(chunk, Arrays.copyOfRange(values, i, i + columns));
        }
        return chunk;
    }

    public static void add(RowChunk chunk, String... values) {
        chunk.beginRow();
        for (String value : values) {
            byte[] utf8 = value.getBytes(UTF_8);
            chunk.value(utf8, 0, utf8.length);
        }
        chunk.endRow();
    }
}
