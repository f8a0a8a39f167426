package squall.adversity.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.adversity.PlainCluster;
import squall.spi.Cluster;
import squall.spi.Options;
import squall.spi.Target;

/** Test of the databases on which background work is offered. */
class BackgroundWorkProviderTest {
    @ParameterizedTest
    @ValueSource(strings = {"jdbc:postgresql://h/d", "jdbc:yugabytedb://h/d"})
    void databases_that_have_its_statements_are_accepted(String url) {
        assertThat(new BackgroundWorkProvider.Index().refusal(at(url), Options.none("createIndex")))
                .isEmpty();
    }

    /** Covers an old error: a plan for H2 passed, and its run failed at a view of PostgreSQL's. */
    @Test
    void a_product_without_statements_for_it_is_refused_before_the_run() {
        assertThat(new BackgroundWorkProvider.Index().refusal(at("jdbc:h2:mem:x"), Options.none("createIndex")))
                .contains(
                        "Squall has statements for it on PostgreSQL, CockroachDB and YugabyteDB only, but the address of"
                                + " this cluster is jdbc:h2:mem:x");
    }

    private static Cluster at(String url) {
        return new PlainCluster(new Target("none", url, "", "", Map.of()));
    }
}
