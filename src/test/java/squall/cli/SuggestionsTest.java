package squall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {
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
        assertThat(Suggestions.nearest(found, KNOWN)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"x", "exit", "hotspotdatafraction", "--help"})
    void a_far_name_finds_none(String found) {
        assertThat(Suggestions.nearest(found, KNOWN)).isEmpty();
    }

    @Test
    void equally_near_names_are_decided_by_the_alphabet() {
        assertThat(Suggestions.nearest("cat", List.of("hat", "bat"))).contains("bat");
    }

    @Test
    void the_hint_ends_a_sentence() {
        assertThat("unknown 'rnu'" + Suggestions.hint("rnu", KNOWN)).isEqualTo("unknown 'rnu'; did you mean 'run'?");
        assertThat(Suggestions.hint("zzz", KNOWN)).isEmpty();
    }
}
