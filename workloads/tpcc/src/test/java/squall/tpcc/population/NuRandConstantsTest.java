package squall.tpcc.population;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class NuRandConstantsTest {
    @Test
    void every_seed_keeps_the_distance_to_the_load() {
        for (int load = 0; load <= 255; load++) {
            NuRandConstants constants = NuRandConstants.of(load, load);
            assertThat(Math.abs(constants.lastNameRun() - load))
                    .isBetween(65, 119)
                    .isNotIn(96, 112);
            assertThat(constants.lastNameRun()).isBetween(0, 255);
        }
    }

    @Test
    void seeds_reach_all_load_constants() {
        Set<Integer> loads = LongStream.range(0, 10_000)
                .mapToObj(NuRandConstants::lastNameLoad)
                .collect(Collectors.toSet());
        assertThat(loads).hasSize(256);
    }

    @Test
    void every_allowed_distance_is_drawn() {
        Set<Integer> distances = new HashSet<>();
        for (long seed = 0; seed < 10_000; seed++) {
            distances.add(NuRandConstants.of(128, seed).lastNameRun() - 128);
        }
        // 55 distances but for 96 and 112, in both directions.
        assertThat(distances).hasSize(2 * (55 - 2));
    }

    @Test
    void a_forbidden_distance_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NuRandConstants(157, 157 - 96, 0, 0))
                .withMessage(
                        "C for last names was 157 at the load and is 61 now: the difference must be within 65 to 119,"
                                + " but neither 96 nor 112 (2.1.6.1)");
    }
}
