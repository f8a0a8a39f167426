package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.spi.Options;

class DiskShapeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "own | 4294967296 | ext4",
                "own,size=1G | 1073741824 | ext4",
                "own;size=300M;fs=xfs | 314572800 | xfs",
                "own,fs=ext4,size=2G | 2147483648 | ext4"
            })
    void a_disk_has_a_size_and_a_file_system(String text, long bytes, String fileSystem) {
        assertThat(DiskShape.parse(text)).isEqualTo(new DiskShape(bytes, fileSystem));
    }

    @Test
    void its_text_is_read_again() {
        DiskShape shape = new DiskShape(512L << 20, "xfs");
        assertThat(DiskShape.of(new Options("test", Map.of("disks", shape.text()))))
                .contains(shape);
    }

    @Test
    void without_the_option_there_is_none() {
        assertThat(DiskShape.of(Options.none("test"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shared", "own,size=1", "own,fs=btrfs", "own,", "size=1G", "own,size=1G,more"})
    void other_texts_are_refused(String text) {
        assertThatThrownBy(() -> DiskShape.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("option 'disks' must be own[,size=4G][,fs=ext4|xfs], not '" + text + "'");
    }

    @Test
    void a_disk_on_which_no_database_fits_is_refused() {
        assertThatThrownBy(() -> DiskShape.parse("own,size=100M"))
                .hasMessage("option 'disks': size must be in [256M, 1024G] with fs=ext4, not '100M'");
    }

    /** Covers an old error: the log that a node keeps for the others filled its disk. */
    @Test
    void a_disk_that_log_for_other_nodes_would_fill_is_refused() {
        DiskShape small = DiskShape.parse("own,size=256M");

        small.require(0, "cassandra");
        assertThatThrownBy(() -> small.require(DiskShape.LEAST_BYTES_WITH_LOG_FOR_OTHERS, "galera"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "option 'disks': size must be at least 1024M for galera, whose nodes keep log for each other,"
                                + " not '256M'");
    }

    /** Covers an old error: mkfs.xfs refused what this had accepted. */
    @Test
    void a_disk_that_xfs_cannot_format_is_refused() {
        assertThatThrownBy(() -> DiskShape.parse("own,size=256M,fs=xfs"))
                .hasMessage("option 'disks': size must be in [300M, 1024G] with fs=xfs, not '256M'");
    }
}
