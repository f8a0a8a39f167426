package squall.testbed.galera;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import squall.testbed.galera.GaleraServers.GaleraPosition;

class GaleraPositionTest {
    private static final String A = "f4ea17b2-e6a0-11f1-a742-f7a84a20baef";
    private static final String B = "3f90a249-e69f-11f1-9171-df4cdb7cce3f";

    @Test
    void the_position_is_read_from_the_log_of_a_recovery() throws IOException {
        assertThat(GaleraPosition.recovered("2026-11-22 [Note] WSREP: Recovered position: " + A + ":1207\n"))
                .isEqualTo(new GaleraPosition(A, 1207));
        assertThat(GaleraPosition.recovered("WSREP: Recovered position: 00000000-0000-0000-0000-000000000000:-1")
                        .known())
                .isFalse();
    }

    @Test
    void a_log_without_a_position_is_an_error_with_the_log() {
        assertThatIOException()
                .isThrownBy(() -> GaleraPosition.recovered("[ERROR] Aborting"))
                .withMessage("found no 'Recovered position' in what the server printed: [ERROR] Aborting");
    }

    @Test
    void the_node_with_the_latest_commit_is_chosen_and_one_without_data_does_not_count() throws IOException {
        var all = List.of(new GaleraPosition(A, 7), GaleraPosition.NONE, new GaleraPosition(A, 9));
        assertThat(GaleraPosition.furthestOf(all)).isEqualTo(new GaleraPosition(A, 9));
        assertThat(all.stream().map(position -> furthest(position, all))).containsExactly(false, false, true);
    }

    @Test
    void positions_of_two_histories_are_never_compared() {
        assertThatIOException()
                .isThrownBy(
                        () -> GaleraPosition.furthestOf(List.of(new GaleraPosition(A, 7), new GaleraPosition(B, 9))))
                .withMessage("the nodes have data of different histories, so that none of them can be chosen: " + A
                        + ":7, " + B + ":9; remove the group with 'testbed reset galera'");
    }

    private static boolean furthest(GaleraPosition position, List<GaleraPosition> all) {
        try {
            return position.furthest(all);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
