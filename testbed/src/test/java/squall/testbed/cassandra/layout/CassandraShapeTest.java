package squall.testbed.cassandra.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import squall.spi.Cluster;
import squall.spi.Options;
import squall.testbed.cassandra.layout.CassandraShape.NodeAddressing;

class CassandraShapeTest {
    @Test
    void without_options_it_is_one_node_that_can_be_measured() {
        assertThat(shape(Map.of()))
                .isEqualTo(new CassandraShape(
                        1,
                        1,
                        1,
                        256,
                        NodeAddressing.usual(System.getProperty("os.name")),
                        false,
                        false,
                        false,
                        false,
                        "",
                        0,
                        1,
                        "batch"));
    }

    @Test
    void five_nodes_stand_in_three_racks() {
        assertThat(places(shape(Map.of("nodes", "5"))))
                .containsExactly("dc1/rack1", "dc1/rack2", "dc1/rack3", "dc1/rack1", "dc1/rack2");
    }

    @Test
    void six_nodes_in_two_data_centres_fill_three_racks_of_each() {
        assertThat(places(shape(Map.of("nodes", "6", "dcs", "2"))))
                .containsExactly("dc1/rack1", "dc2/rack1", "dc1/rack2", "dc2/rack2", "dc1/rack3", "dc2/rack3");
    }

    @Test
    void more_racks_than_nodes_are_refused() {
        assertThatThrownBy(() -> shape(Map.of("nodes", "2", "racks", "3")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("up: option 'racks' must be a whole number in [1, 2], not '3'");
    }

    @Test
    void addresses_are_own_or_shared_or_in_namespaces() {
        assertThatThrownBy(() -> shape(Map.of("addresses", "any")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("up: option 'addresses' must be own, shared or namespaces, not 'any'");
        assertThat(NodeAddressing.usual("Mac OS X")).isEqualTo(NodeAddressing.SHARED);
        assertThat(NodeAddressing.usual("Linux")).isEqualTo(NodeAddressing.OWN);
    }

    @Test
    void namespaces_are_addresses_too() {
        assertThat(shape(Map.of("namespaces", "true")).addresses()).isEqualTo(NodeAddressing.NAMESPACES);
        assertThat(shape(Map.of("namespaces", "true")).unavailable(Cluster.Links.class))
                .isEmpty();
        assertThatThrownBy(() -> shape(Map.of("namespaces", "true", "addresses", "own")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("up: with namespaces=true each node has its own address; omit addresses=own");
    }

    @Test
    void regions_are_apart_only_where_there_are_several() {
        assertThat(shape(Map.of("nodes", "2", "dcs", "2", "region-latency", "30ms"))
                        .apartMs())
                .isEqualTo(30);
        assertThatThrownBy(() -> shape(Map.of("nodes", "2", "region-latency", "30ms")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "region-latency applies between data centres, but there is only one: ask for several, for example dcs=3");
    }

    @Test
    void a_difference_is_told_in_the_words_of_the_options() {
        CassandraShape three = shape(Map.of("nodes", "3", "quick", "true"));
        CassandraShape other = shape(Map.of("nodes", "3", "heap-mb", "512"));

        assertThat(three.unlike(other)).isEqualTo("heap-mb=256, quick=true");
        assertThat(other.unlike(three)).isEqualTo("heap-mb=512, quick=false");
        assertThat(three.unlike(three)).isEmpty();
    }

    private static CassandraShape shape(Map<String, String> options) {
        return CassandraShape.of("up", new Options("up", options));
    }

    private static List<String> places(CassandraShape shape) {
        return IntStream.rangeClosed(1, shape.nodes())
                .mapToObj(number -> shape.dc(number) + "/" + shape.rack(number))
                .toList();
    }
}
