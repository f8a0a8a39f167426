package squall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import squall.engine.schedule.ClaimedTurn;

class UnrecordedTurnsTest {
    @Test
    void rows_kept_back_are_forgotten_by_their_due_time_in_any_order() {
        UnrecordedTurns held = new UnrecordedTurns();
        LongStream.range(0, 100).forEach(i -> held.add(claim(i)));
        LongStream.range(0, 90).forEach(i -> held.remove(i * 10));
        held.remove(950);
        held.remove(951);
        List<Long> left = new ArrayList<>();
        held.forEach(claim -> left.add(claim.index()));
        assertThat(left).containsExactly(90L, 91L, 92L, 93L, 94L, 96L, 97L, 98L, 99L);
        assertThat(held.firstDueNs()).isEqualTo(900);
        assertThat(held.size()).isEqualTo(9);
    }

    private static ClaimedTurn claim(long index) {
        ClaimedTurn claim = new ClaimedTurn();
        claim.take(index, index * 10);
        return claim;
    }
}
