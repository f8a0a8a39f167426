package squall.cql.driver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.cql.driver.PartitionKey.PartitionHash;

class PartitionHashTest {
    @ParameterizedTest
    @CsvSource({
        "a, 5c232847f492c22f, 44389",
        "key:0, 03bcc18bd7233e8e, 49488",
        "key:1, 73e55859250a0060, 49532",
        "key:49999999, 056518560717774d, 11279",
        "ffffffff-ffff-ffff-ffff-ffffffffffff:0, 4d9d6f4b449e8373, 53071",
        "0123456789abcdef0123456, c0ef9a125b37410f, 419",
        "0123456789abcdef01234567, 831cf573f8075d43, 14259"
    })
    void texts_hash_as_yugabytedbs_own_driver_hashes_them(String key, String jenkins, int place) {
        assertThat(Long.toHexString(PartitionHash.jenkins(key.getBytes(UTF_8))))
                .isEqualTo(jenkins.replaceFirst("^0+", ""));
        assertThat(PartitionHash.of(key.getBytes(UTF_8))).isEqualTo(place);
    }

    @Test
    void numbers_hash_by_their_form_on_the_wire() {
        assertThat(PartitionHash.of(ByteBuffer.allocate(4).putInt(1).array())).isEqualTo(4624);
        assertThat(PartitionHash.of(ByteBuffer.allocate(8).putLong(1).array())).isEqualTo(60841);
    }
}
