package squall.testbed;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import squall.spi.ClusterProvider;
import squall.spi.NoSuchClusterException;
import squall.spi.Options;
import squall.testbed.cassandra.CassandraProvider;
import squall.testbed.galera.GaleraProvider;

class LocalClustersTest {
    /** Covers an old error: the faults of a run could never be healed once its postgres-ha or cassandra was reset. */
    @Test
    void a_cluster_that_does_not_exist_has_nothing_to_heal() {
        for (ClusterProvider provider :
                new ClusterProvider[] {new HaProvider(), new GaleraProvider(), new CassandraProvider()}) {
            String kind = provider.kind();
            assertThatThrownBy(() -> provider.find(new Options(kind, Map.of("name", "never-made"))))
                    .isInstanceOf(NoSuchClusterException.class)
                    .hasMessage(
                            "there is no %1$s 'never-made' yet; create one with 'testbed up %1$s --name never-made'",
                            kind);
        }
    }
}
