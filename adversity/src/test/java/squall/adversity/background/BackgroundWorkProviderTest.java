package squall.adversity.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.spi.Cluster;
import squall.spi.Options;
import squall.spi.Target;

/** Test of the databases on which background work is offered. */
class BackgroundWorkProviderTest {
    /** Cluster of one server at an address. */
    private record At(String url) implements Cluster {
        @Override
        public Target target() {
            return new Target("none", url, "", "", Map.of());
        }

        @Override
        public List<Node> nodes() {
            return List.of(new Node("n1", "127.0.0.1", 1, "zone1", "region1"));
        }

        @Override
        public State state(Node node) {
            return State.UP;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:postgresql://h/d", "jdbc:yugabytedb://h/d"})
    void databases_that_have_its_statements_are_accepted(String url) {
        assertThat(new BackgroundWorkProvider.Index().refusal(new At(url), Options.none("createIndex")))
                .isEmpty();
    }

    /** Covers an old error: a plan for H2 passed, and its run failed at a view of PostgreSQL's. */
    @Test
    void a_product_without_statements_for_it_is_refused_before_the_run() {
        assertThat(new BackgroundWorkProvider.Index().refusal(new At("jdbc:h2:mem:x"), Options.none("createIndex")))
                .contains(
                        "Squall has statements for it on PostgreSQL, CockroachDB and YugabyteDB only, but the address of"
                                + " this cluster is jdbc:h2:mem:x");
    }
}
