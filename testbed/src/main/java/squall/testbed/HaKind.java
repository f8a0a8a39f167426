package squall.testbed;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import squall.spi.Options;
import squall.testbed.TestbedCommand.DatabaseKind;
import squall.testbed.ha.ReplicatedCluster;
import squall.testbed.ha.ReplicatedCluster.HaStatus;

/** {@code bin/testbed ... postgres-ha}. */
final class HaKind implements DatabaseKind {
    @Override
    public String about() {
        return "a PostgreSQL primary and two synchronous standbys on 127.0.0.1, with a supervisor or Patroni that fails over";
    }

    @Override
    public TestbedReport up(Options options, Consumer<String> say) throws IOException, InterruptedException {
        ReplicatedCluster cluster = HaProvider.named(options);
        boolean started = HaProvider.up(cluster, options, say);
        return new TestbedReport(started ? "The group is running." : "The group was already running.", facts(cluster));
    }

    @Override
    public TestbedReport down(Options options) throws IOException, InterruptedException {
        ReplicatedCluster cluster = HaProvider.named(options);
        boolean stopped = cluster.down();
        return new TestbedReport(
                stopped ? "The group was stopped; its data is kept." : "Nothing was running.", facts(cluster));
    }

    @Override
    public TestbedReport status(Options options) throws IOException, InterruptedException {
        ReplicatedCluster cluster = HaProvider.named(options);
        if (!cluster.exists()) {
            return new TestbedReport(
                    "There is no group yet; create one with 'testbed up postgres-ha'.", facts(cluster));
        }
        String sentence = cluster.primary()
                .map(primary -> primary.name() + " is the primary.")
                .orElse("There is no primary.");
        return new TestbedReport((sentence + " " + cluster.problem()).strip(), facts(cluster));
    }

    @Override
    public TestbedReport reset(Options options) throws IOException, InterruptedException {
        ReplicatedCluster cluster = HaProvider.named(options);
        boolean removed = cluster.reset();
        return new TestbedReport(
                removed ? "The group was removed with its data." : "There was nothing to remove.", facts(cluster));
    }

    private static SequencedMap<String, Object> facts(ReplicatedCluster cluster)
            throws IOException, InterruptedException {
        var facts = new LinkedHashMap<String, Object>();
        if (!cluster.exists()) {
            facts.put("state", "never made");
            return facts;
        }
        var target = cluster.target();
        facts.put("url", target.url());
        facts.put("user", target.user());
        facts.put("password_file", cluster.passwordFile().toString());
        facts.putAll(new TreeMap<>(target.properties()));
        facts.putAll(cluster.deciders());
        var each = new LinkedHashMap<String, Object>();
        for (HaStatus status : cluster.status()) {
            each.put(status.node().name(), facts(status));
        }
        facts.put("nodes", each);
        return facts;
    }

    private static Map<String, Object> facts(HaStatus status) {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("state", status.state().name().toLowerCase(Locale.ROOT));
        facts.put("role", status.role());
        facts.put("replication", status.replication());
        facts.put("address", status.node().host() + ":" + status.node().port());
        facts.put("zone", status.node().zone());
        facts.put("pid", status.pid());
        return facts;
    }
}
