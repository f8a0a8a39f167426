package squall.tpcc.population;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LastNamesTest {
    @Test
    void a_name_is_the_syllables_of_three_digits() {
        assertThat(IntStream.of(0, 40, 371, 999).mapToObj(LastNames::of))
                .isEqualTo(List.of("BARBARBAR", "BARPRESBAR", "PRICALLYOUGHT", "EINGEINGEING"));
    }

    @Test
    void all_names_differ_and_fit_their_column() {
        assertThat(IntStream.range(0, LastNames.COUNT).mapToObj(LastNames::of).distinct())
                .hasSize(1_000)
                .allMatch(name -> name.length() <= 16);
    }
}
