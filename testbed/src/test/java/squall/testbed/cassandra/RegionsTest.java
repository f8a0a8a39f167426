package squall.testbed.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;

/** Three nodes in two data centres that are apart, n2 alone in the second. */
@Tag("server")
@Tag("extended")
class RegionsTest {
    @RegisterExtension
    static final CassandraBed BED = new CassandraBed();

    private static final Duration APART = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Link NEAR = new Link("n1", "n3");
    private static final Link FAR = new Link("n1", "n2");

    private CassandraCluster cluster;

    @BeforeEach
    void up() throws Exception {
        cluster = BED.cluster("apart");
        cluster.up(
                CassandraBed.options(Map.of("nodes", "3", "dcs", "2", "faults", "true", "region-latency", "300ms")),
                line -> {});
    }

    @Test
    void what_is_said_between_regions_is_heard_later_and_a_delay_comes_on_top() throws Exception {
        assertThat(cluster.apart(NEAR)).isZero();
        assertThat(cluster.apart(FAR)).isEqualTo(APART);
        assertThat(cluster.apart(new Link(Links.CLIENTS, "n2"))).isZero();
        assertThat(cluster.target().properties())
                .containsEntry("region_latency", "300 ms one way, by rules inside the nodes");
        assertThat(cluster.impairment(FAR)).isEmpty();
        assertThat(answer(FAR)).isGreaterThanOrEqualTo(APART.multipliedBy(2));
        assertThat(cluster.probe(NEAR, APART.multipliedBy(2))).isPresent();

        Duration more = Duration.ofMillis(500);
        cluster.disturb(FAR, new Impairment.Delay(more, Duration.ZERO), LONG);
        assertThat(answer(FAR)).isGreaterThanOrEqualTo(APART.multipliedBy(2).plus(more));
        cluster.restoreLink(FAR);

        cluster.disturb(FAR, new Impairment.Cut(), LONG);
        assertThat(cluster.probe(FAR, APART.multipliedBy(4))).isEmpty();
        cluster.restoreLink(FAR);
        assertThat(answer(FAR)).isGreaterThanOrEqualTo(APART.multipliedBy(2));
    }

    private static Duration answer(Link link) throws Exception {
        return BED.cluster("apart").probe(link, Duration.ofSeconds(30)).orElseThrow();
    }
}
