package squall.testbed;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import squall.spi.Cluster;
import squall.spi.Options;
import squall.testbed.TestbedCommand.DatabaseKind;
import squall.testbed.galera.GaleraCluster;
import squall.testbed.galera.GaleraCluster.GaleraStatus;
import squall.testbed.galera.GaleraProvider;

/** {@code bin/testbed ... galera}. */
final class GaleraKind implements DatabaseKind.Scaling {
    private static final String ONE_WRITER = "one";

    @Override
    public String about() {
        return "MariaDB Galera from installed packages: nodes on 127.0.0.1 that all accept writes, kept until reset";
    }

    @Override
    public TestbedReport up(Options options, Consumer<String> say) throws IOException, InterruptedException {
        GaleraCluster cluster = GaleraProvider.named(options);
        boolean started = cluster.up(options, say);
        return new TestbedReport(started ? "Galera is running." : "Galera was already running.", facts(options));
    }

    @Override
    public TestbedReport down(Options options) throws IOException, InterruptedException {
        boolean stopped = GaleraProvider.named(options).down();
        return new TestbedReport(
                stopped ? "Galera was stopped; its data is kept." : "No node was running.", facts(options));
    }

    @Override
    public TestbedReport status(Options options) throws IOException, InterruptedException {
        GaleraCluster cluster = GaleraProvider.named(options);
        if (!cluster.exists()) {
            return new TestbedReport("There is no group yet; create one with 'testbed up galera'.", facts(options));
        }
        List<GaleraStatus> nodes = cluster.status();
        long up =
                nodes.stream().filter(node -> node.state() == Cluster.State.UP).count();
        String sentence = up == 0
                ? "No node accepts statements: there is no primary component."
                : up + " of " + nodes.size() + " Galera nodes are up.";
        return new TestbedReport(sentence, facts(options));
    }

    @Override
    public TestbedReport reset(Options options) throws IOException, InterruptedException {
        boolean removed = GaleraProvider.named(options).reset();
        return new TestbedReport(
                removed ? "Galera was removed with its data." : "There was nothing to remove.", facts(options));
    }

    @Override
    public TestbedReport addNode(Options options, Consumer<String> say) throws IOException, InterruptedException {
        options.allowOnly(List.of("name", "rack"));
        say.accept("adding a node and copying all data to it");
        Options named = named(options);
        Cluster.Node added = GaleraProvider.named(named).add(options.text("rack", ""), "region1");
        return new TestbedReport(added.name() + " has joined.", facts(named));
    }

    @Override
    public TestbedReport decommission(Options options, String node, Consumer<String> say)
            throws IOException, InterruptedException {
        GaleraCluster cluster = GaleraProvider.named(options);
        cluster.remove(cluster.node(node));
        return new TestbedReport(node + " has left.", facts(options));
    }

    private static Options named(Options options) {
        String name = options.text("name", GaleraCluster.DEFAULT_NAME);
        return new Options("galera", Map.of("name", name));
    }

    private static SequencedMap<String, Object> facts(Options options) throws IOException, InterruptedException {
        GaleraCluster cluster = GaleraProvider.named(options);
        var facts = new LinkedHashMap<String, Object>();
        if (!cluster.exists()) {
            facts.put("state", "never made");
            return facts;
        }
        var target = cluster.target();
        facts.put("url", target.url());
        facts.put(
                "one_writer_url",
                GaleraProvider.named(options.with(Map.of("writers", ONE_WRITER)))
                        .target()
                        .url());
        facts.put("user", target.user());
        facts.put("password_file", cluster.clientFile().toString());
        facts.putAll(new TreeMap<>(target.properties()));
        var each = new LinkedHashMap<String, Object>();
        List<GaleraStatus> nodes = cluster.status();
        nodes.stream()
                .map(GaleraStatus::provider)
                .filter(version -> !version.isEmpty())
                .findFirst()
                .ifPresent(version -> facts.put("galera", version));
        for (GaleraStatus status : nodes) {
            each.put(status.node().name(), facts(status));
        }
        facts.put("nodes", each);
        return facts;
    }

    private static Map<String, Object> facts(GaleraStatus status) {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("state", status.state().name().toLowerCase(Locale.ROOT));
        facts.put("component", status.component());
        facts.put("synced", status.synced());
        if (!status.component().isEmpty()) {
            facts.put("sees", status.sees());
            facts.put("committed", status.committed());
        }
        facts.put("address", status.node().host() + ":" + status.node().port());
        facts.put("zone", status.node().zone());
        facts.put("pid", status.pid());
        return facts;
    }
}
