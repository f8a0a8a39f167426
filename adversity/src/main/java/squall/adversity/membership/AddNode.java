package squall.adversity.membership;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import squall.adversity.NamedFaultProvider;
import squall.adversity.membership.MembershipChange.NodesPerZone;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Scales;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.Options;

/** Provider of nodes that join under load, by the name {@code addNode}. */
public final class AddNode extends NamedFaultProvider {
    private static final int MOST = 16;

    public AddNode() {
        super(
                "addNode",
                "adds nodes, one after the other, each with its share of the data: count (default 1), zone, region (default: those of the first node); healing removes them, unless stay is true",
                Aim.CLUSTER);
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(List.of("zone", "region", "count", MembershipChange.STAY));
        count(options);
        options.flag(MembershipChange.STAY, false);
        return NodesPerZone.refusal(cluster);
    }

    @Override
    public Fault fault(FaultContext context, Options options) {
        Scales cluster = (Scales) context.cluster();
        int count = count(options);
        return new MembershipChange(
                context,
                new MembershipChange.Plan(
                        count == 1 ? "a node joins" : count + " nodes join",
                        cluster.joinedMeans(),
                        options.flag(MembershipChange.STAY, false)),
                IntStream.range(0, count)
                        .<MembershipChange.Step>mapToObj(number -> () -> {
                            Node first = context.cluster().nodes().getFirst();
                            Node added = cluster.add(
                                    options.text("zone", first.zone()), options.text("region", first.region()));
                            return cluster.operatorCommand(Scales.Change.JOIN, added);
                        })
                        .toList());
    }

    private static int count(Options options) {
        return options.number("count", 1, 1, MOST);
    }
}
