package squall.testbed;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import squall.spi.Cluster;
import squall.spi.Options;
import squall.testbed.cluster.LocalCluster;
import squall.testbed.cluster.LocalClusterProvider;
import squall.testbed.cluster.ScalableCluster;
import squall.testbed.cluster.TestbedCommands;

/**
 * Kind of cluster in {@code bin/testbed}.
 *
 * @param placement options that place a node that joins
 * @param tellsChange whether the facts include the change that a command has made
 */
record ClusterKind(
        LocalClusterProvider<?> provider, String about, Texts texts, List<String> placement, boolean tellsChange)
        implements DatabaseKind {
    @Override
    public TestbedReport up(Options options, Consumer<String> say) throws IOException, InterruptedException {
        LocalCluster<?, ?, ?> cluster = provider.named(options);
        boolean started = cluster.up(options, say);
        return report(
                texts.subject() + (started ? " " + texts.started() : " was already running."),
                cluster,
                "started",
                started);
    }

    @Override
    public TestbedReport down(Options options) throws IOException, InterruptedException {
        LocalCluster<?, ?, ?> cluster = provider.named(options);
        boolean stopped = cluster.down();
        return report(
                stopped ? texts.subject() + " was stopped; its data is kept." : texts.idle(),
                cluster,
                "stopped",
                stopped);
    }

    @Override
    public TestbedReport status(Options options) throws IOException, InterruptedException {
        LocalCluster<?, ?, ?> cluster = provider.named(options);
        String sentence = cluster.exists()
                ? cluster.summary()
                : "There is no " + texts.noun() + " yet; "
                        + TestbedCommands.of(provider.kind(), options).whenMissing() + ".";
        return new TestbedReport(sentence, cluster.facts());
    }

    @Override
    public TestbedReport reset(Options options) throws IOException, InterruptedException {
        LocalCluster<?, ?, ?> cluster = provider.named(options);
        boolean removed = cluster.reset();
        return new TestbedReport(
                removed ? texts.subject() + " was removed with its data." : "There was nothing to remove.",
                cluster.facts());
    }

    @Override
    public TestbedReport addNode(Options options, Consumer<String> say) throws IOException, InterruptedException {
        String name = options.text("name", "");
        LocalCluster<?, ?, ?> cluster =
                provider.named(new Options(provider.kind(), name.isEmpty() ? Map.of() : Map.of("name", name)));
        ScalableCluster scalable = scalable(cluster);
        options.allowOnly(Stream.concat(Stream.of("name"), placement.stream()).toList());
        say.accept(texts.joining());
        Cluster.Node usual = scalable.usualNext();
        Cluster.Node added = scalable.add(options.text("rack", usual.zone()), options.text("dc", usual.region()));
        return report(added.name() + " has joined.", cluster, "added", added.name());
    }

    @Override
    public TestbedReport decommission(Options options, String node, Consumer<String> say)
            throws IOException, InterruptedException {
        LocalCluster<?, ?, ?> cluster = provider.named(options);
        ScalableCluster scalable = scalable(cluster);
        Cluster.Node leaving = cluster.node(node);
        if (scalable.keepsMovedData()) {
            say.accept("moving the data of " + node + " to the other nodes");
        }
        scalable.remove(leaving);
        return report(node + " has left.", cluster, "removed", node);
    }

    private static ScalableCluster scalable(Cluster cluster) {
        if (cluster instanceof ScalableCluster scalable) {
            return scalable;
        }
        throw DatabaseKind.fixedSize();
    }

    private TestbedReport report(String sentence, LocalCluster<?, ?, ?> cluster, String what, Object changed)
            throws IOException, InterruptedException {
        SequencedMap<String, Object> facts = cluster.facts();
        if (tellsChange && cluster.exists()) {
            facts.put(what, changed);
        }
        return new TestbedReport(sentence, facts);
    }

    /**
     * Vocabulary of messages about a kind of cluster.
     *
     * @param subject of sentences about it, for example "The group"
     * @param noun of the whole
     * @param started predicate after a start
     * @param idle sentence if there was nothing to stop
     * @param joining sentence before a node is added
     */
    record Texts(String subject, String noun, String started, String idle, String joining) {}
}
