package squall.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
    private static final List<String> KNOWN =
            List.of("load", "run", "shell", "recordcount", "operationcount", "readproportion", "--target", "--threads");

    @ParameterizedTest
    @CsvSource({
        "rnu, run",
        "laod, load",
        "recordCount, recordcount",
        "operationscount, operationcount",
        "--targt, --target",
        "--thread, --threads",
        "readpropotrion, readproportion"
    })
    void a_slip_finds_its_name(String found, String meant) {
        assertThat(NearestName.name(found, KNOWN)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"x", "exit", "hotspotdatafraction", "--help"})
    void a_far_name_finds_none(String found) {
        assertThat(NearestName.name(found, KNOWN)).isEmpty();
    }

    @Test
    void equally_near_names_are_decided_by_the_alphabet() {
        assertThat(NearestName.name("cat", List.of("hat", "bat"))).contains("bat");
    }

    @Test
    void the_hint_ends_a_sentence() {
        assertThat("unknown 'rnu'" + NearestName.hint("rnu", KNOWN)).isEqualTo("unknown 'rnu'; did you mean 'run'?");
        assertThat(NearestName.hint("zzz", KNOWN)).isEmpty();
    }

    /** Covers an old error: 40 names stood before "did you mean". */
    @Test
    void the_nearest_name_stands_without_the_others() {
        assertThat("unknown 'rnu'" + NearestName.choice("rnu", KNOWN)).isEqualTo("unknown 'rnu'; did you mean 'run'?");
    }

    @Test
    void of_many_names_without_a_near_one_the_first_eight_are_told() {
        assertThat("unknown 'zzz'" + NearestName.choice("zzz", KNOWN))
                .isEqualTo(
                        "unknown 'zzz' (known: load, run, shell, recordcount, operationcount, readproportion, --target,"
                                + " --threads)");
        assertThat(NearestName.choice("zzz", List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")))
                .isEqualTo(" (known: a, b, c, d, e, f, g, h and 2 more)");
    }
}
