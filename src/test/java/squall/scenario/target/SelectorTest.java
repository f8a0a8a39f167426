package squall.scenario.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.scenario.target.Selector.AllNodes;
import squall.scenario.target.Selector.Chosen;
import squall.scenario.target.Selector.Drawn;
import squall.scenario.target.Selector.Each;
import squall.scenario.target.Selector.FailureDomain;
import squall.scenario.target.Selector.InRole;
import squall.scenario.target.Selector.Named;
import squall.scenario.target.Selector.NoNodes;
import squall.scenario.target.Selector.Whole;
import squall.spi.Cluster.Node;

class SelectorTest {
    /** n1 and n2 in zone a of east, n3 in zone b of east, n4 to n6 in zone c of west. */
    private static final Field SIX = new Field(
            List.of(
                    node(1, "a", "east"),
                    node(2, "a", "east"),
                    node(3, "b", "east"),
                    node(4, "c", "west"),
                    node(5, "c", "west"),
                    node(6, "c", "west")),
            Map.of("primary", List.of("n4"), "replica", List.of("n1", "n2")));

    @ParameterizedTest
    @CsvSource({
        "ONE, 0, 0",
        "ONE, 6, 1",
        "MINORITY, 2, 0",
        "MINORITY, 3, 1",
        "MINORITY, 6, 2",
        "MINORITY_THIRD, 3, 0",
        "MINORITY_THIRD, 4, 1",
        "MINORITY_THIRD, 6, 1",
        "MINORITY_THIRD, 7, 2",
        "MAJORITY, 0, 0",
        "MAJORITY, 3, 2",
        "MAJORITY, 6, 4",
        "ALL, 6, 6"
    })
    void a_portion_of_so_many_nodes(Selector.Portion portion, int nodes, int count) {
        assertThat(portion.of(nodes)).isEqualTo(count);
    }

    @Test
    void one_seed_chooses_the_same_and_many_seeds_choose_each() {
        Selector one = new Drawn(Selector.Portion.ONE);
        assertThat(names(one, 7)).isEqualTo(names(one, 7));
        assertThat(IntStream.range(0, 100).mapToObj(seed -> names(one, seed)).distinct())
                .hasSize(6);
    }

    @Test
    void some_are_drawn_from_those_that_are_meant_and_not_spared() {
        Selector spared =
                new Drawn(Selector.Portion.ALL, new AllNodes(), new Whole(FailureDomain.ZONE, Optional.of("c")));
        assertThat(names(spared, 1)).containsExactlyInAnyOrder("n1", "n2", "n3");
        Selector within =
                new Drawn(Selector.Portion.ALL, new Whole(FailureDomain.ZONE, Optional.of("a")), new Named("n1"));
        assertThat(names(within, 1)).containsExactly("n2");
    }

    @Test
    void a_zone_fails_as_one() {
        assertThat(names(new Whole(FailureDomain.ZONE, Optional.of("a")), 1)).containsExactly("n1", "n2");
        assertThat(names(new Whole(FailureDomain.REGION, Optional.of("east")), 1))
                .containsExactly("n1", "n2", "n3");
        assertThat(IntStream.range(0, 100)
                        .mapToObj(seed -> names(new Whole(FailureDomain.ZONE, Optional.empty()), seed))
                        .distinct())
                .containsExactlyInAnyOrder(List.of("n1", "n2"), List.of("n3"), List.of("n4", "n5", "n6"));
    }

    @Test
    void zones_of_one_name_in_different_regions_are_different_zones() {
        Field racks = new Field(List.of(node(1, "a", "east"), node(2, "a", "west"), node(3, "b", "east")), Map.of());
        assertThat(new Whole(FailureDomain.ZONE, Optional.of("west/a")).choose(racks, new SplittableRandom(1)))
                .isEqualTo(new Chosen.Nodes(List.of(node(2, "a", "west"))));
        assertThatThrownBy(() -> new Whole(FailureDomain.ZONE, Optional.of("a")).choose(racks, new SplittableRandom(1)))
                .hasMessage("there is no zone 'a', there are [east/a, west/a, east/b]");
    }

    @Test
    void the_only_zone_cannot_fail() {
        Field one = new Field(List.of(node(1, "a", "east"), node(2, "a", "east")), Map.of());
        assertThat(new Whole(FailureDomain.ZONE, Optional.empty()).choose(one, new SplittableRandom(1)))
                .isEqualTo(new Chosen.NotApplicable("all nodes are in one zone; none would be left"));
    }

    /** Covers an old error: the message was the JDK's, "bound must be positive". */
    @Test
    void where_no_nodes_are_left_no_zone_can_be_chosen() {
        Selector all = new Each(List.of(new AllNodes(), new Whole(FailureDomain.ZONE, Optional.empty())));

        assertThat(choose(all, 1)).isEqualTo(new Chosen.NotApplicable("no nodes are left to choose a zone from"));
    }

    @Test
    void roles_are_as_the_cluster_tells_them() {
        assertThat(names(new InRole("primary"), 1)).containsExactly("n4");
        assertThat(choose(new InRole("leaseholder"), 1))
                .isEqualTo(new Chosen.NotApplicable(
                        "no node is known to be leaseholder; the cluster reports [primary, replica]"));
    }

    @Test
    void the_two_ends_of_a_cut_are_two() {
        Selector pair = new Each(List.of(new Drawn(Selector.Portion.ONE), new Drawn(Selector.Portion.ONE)));
        for (int seed = 0; seed < 50; seed++) {
            assertThat(names(pair, seed)).hasSize(2).doesNotHaveDuplicates();
        }
    }

    @Test
    void what_is_not_there_is_an_error_and_too_few_are_none() {
        assertThatThrownBy(() -> choose(new Named("n7"), 1))
                .hasMessage("there is no node 'n7', there are [n1, n2, n3, n4, n5, n6]");
        assertThatThrownBy(() -> choose(new Whole(FailureDomain.ZONE, Optional.of("d")), 1))
                .hasMessage("there is no zone 'd', there are [a, b, c]");
        assertThat(choose(new Drawn(Selector.Portion.MINORITY, new Named("n1"), new NoNodes()), 1))
                .isEqualTo(new Chosen.NotApplicable("cannot choose a minority of 1 nodes"));
    }

    private static List<String> names(Selector selector, long seed) {
        return ((Chosen.Nodes) choose(selector, seed))
                .nodes().stream().map(Node::name).toList();
    }

    private static Chosen choose(Selector selector, long seed) {
        return selector.choose(SIX, new SplittableRandom(seed));
    }

    private static Node node(int number, String zone, String region) {
        return new Node("n" + number, "127.0.0." + number, 5432, zone, region);
    }
}
