package squall.testbed.ha;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import squall.testbed.ha.Failover.PromotionDecision;
import squall.testbed.ha.Failover.PromotionDecision.NoSafeCandidate;
import squall.testbed.ha.Failover.PromotionDecision.Promote;
import squall.testbed.ha.Failover.WalPosition;

/**
 * Test of the rule that decides durability, on random lives of a group: nodes commit with a quorum of any one standby, fall behind, fall
 * silent, come back, and are failed over again and again.
 */
class PromotionDecisionPropertyTest {
    private static final int STEPS = 300;

    static IntStream seeds() {
        return IntStream.range(0, 500);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void what_was_acknowledged_is_on_whatever_is_promoted(int seed) {
        Group group = new Group(new Random(seed), 2 + seed % 4);
        for (int step = 0; step < STEPS; step++) {
            group.step();
        }
        assertThat(group.failovers + group.refusals).isPositive();
    }

    /** Breaks the rule on purpose: one that takes the furthest of those that answer loses commits. */
    @ParameterizedTest
    @MethodSource("seeds")
    void a_rule_that_ignores_silent_standbys_would_be_caught(int seed) {
        Group group = new Group(new Random(seed), 3);
        group.ignoresSilence = true;
        for (int step = 0; step < 10 * STEPS && group.lost == 0; step++) {
            group.step();
        }
        assertThat(group.lost).isPositive();
    }

    private static final class Group {
        private final Random random;
        private final Map<String, WalPosition> written = new HashMap<>();
        private final List<String> standbys = new ArrayList<>();
        private String primary = "n1";
        private WalPosition acknowledged = new WalPosition(1, 0);
        boolean ignoresSilence;
        int failovers;
        int refusals;
        int lost;

        Group(Random random, int nodes) {
            this.random = random;
            for (int i = 1; i <= nodes; i++) {
                written.put("n" + i, acknowledged);
                if (i > 1) {
                    standbys.add("n" + i);
                }
            }
        }

        void step() {
            switch (random.nextInt(8)) {
                case 0 -> failOver();
                case 1 -> catchUp();
                default -> commit();
            }
        }

        /** Commits: the primary writes, standbys receive some of it, and it is acknowledged once any one of them has all of it. */
        private void commit() {
            WalPosition end = later(position(primary));
            written.put(primary, end);
            for (String standby : standbys) {
                if (random.nextBoolean()) {
                    written.put(standby, end);
                    acknowledged = end;
                }
            }
        }

        private void catchUp() {
            written.put(standbys.get(random.nextInt(standbys.size())), position(primary));
            acknowledged = position(primary);
        }

        private void failOver() {
            Map<String, WalPosition> heard = new HashMap<>();
            standbys.stream()
                    .filter(standby -> random.nextInt(4) > 0)
                    .forEach(standby -> heard.put(standby, position(standby)));
            List<String> asked = ignoresSilence ? List.copyOf(heard.keySet()) : List.copyOf(standbys);
            switch (PromotionDecision.among(asked, heard)) {
                case NoSafeCandidate none -> {
                    refusals++;
                    assertThat(heard).hasSizeLessThan(standbys.size());
                }
                case Promote(String name, WalPosition position) -> promote(name, position);
            }
        }

        private void promote(String name, WalPosition position) {
            failovers++;
            if (ignoresSilence) {
                lost += position.compareTo(acknowledged) < 0 ? 1 : 0;
            } else {
                assertThat(standbys).contains(name);
                assertThat(position).isGreaterThanOrEqualTo(acknowledged);
            }
            standbys.remove(name);
            standbys.add(primary);
            primary = name;
            WalPosition begun = new WalPosition(position.timeline() + 1, position.bytes());
            written.keySet()
                    .forEach(node -> written.put(node, begun)); // all follow the new primary before it acknowledges
            acknowledged = begun;
        }

        private WalPosition later(WalPosition from) {
            return new WalPosition(from.timeline(), from.bytes() + 1 + random.nextInt(100));
        }

        private WalPosition position(String node) {
            WalPosition position = written.get(node);
            if (position == null) {
                throw new AssertionError("no node " + node);
            }
            return position;
        }
    }
}
