package squall.ycsb.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.Utils;
import squall.ycsb.workload.CoreSettings.KeyNames;

class KeyNamesTest {
    private static final KeyNames HASHED = new KeyNames(true, 1);

    @ParameterizedTest
    @CsvSource({
        "0, user6284781860667377211",
        "1, user8517097267634966620",
        "2, user1820151046732198393",
        "3, user4052466453699787802",
        "999, user2071219101098386137",
        "1000, user5952875239596136740",
        "999999, user2744965632448235251"
    })
    void keys_are_those_of_every_table_that_ycsb_loaded(long number, String key) {
        assertThat(HASHED.of(number)).isEqualTo(key);
    }

    @ParameterizedTest
    @CsvSource({"2147483647", "2147483648", "2999999990", "9223372036854775807"})
    void keys_beyond_two_thousand_million_are_hashed_whole(long number) {
        assertThat(HASHED.of(number)).isEqualTo("user" + Utils.hash(number));
    }

    @Test
    void ordered_keys_are_padded() {
        assertThat(new KeyNames(false, 8).of(42)).isEqualTo("user00000042");
        assertThat(new KeyNames(false, 1).of(42)).isEqualTo("user42");
    }
}
