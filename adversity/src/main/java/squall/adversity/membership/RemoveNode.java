package squall.adversity.membership;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import squall.adversity.NamedFaultProvider;
import squall.adversity.membership.MembershipChange.NodesPerZone;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Scales;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.Options;

/** Provider of nodes that leave under load, by the name {@code removeNode}. */
public final class RemoveNode extends NamedFaultProvider {
    public RemoveNode() {
        super(
                "removeNode",
                "removes nodes after moving their data to the others; healing adds new ones in their place, unless stay"
                        + " is true",
                Aim.NODES);
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(List.of(MembershipChange.STAY));
        options.flag(MembershipChange.STAY, false);
        return NodesPerZone.refusal(cluster);
    }

    @Override
    public Fault fault(FaultContext context, Options options) {
        Scales cluster = (Scales) context.cluster();
        List<Node> leaving = leaving(cluster, context.nodes());
        String names = String.join(", ", leaving.stream().map(Node::name).toList());
        return new MembershipChange(
                context,
                new MembershipChange.Plan(
                        names + (leaving.size() == 1 ? " leaves" : " leave"),
                        cluster.leftMeans(),
                        options.flag(MembershipChange.STAY, false)),
                leaving.stream()
                        .<MembershipChange.Step>map(node -> () -> {
                            cluster.remove(node);
                            return cluster.operatorCommand(Scales.Change.LEAVE, node);
                        })
                        .toList());
    }

    private static List<Node> leaving(Scales cluster, List<Node> chosen) {
        try {
            return cluster.leaving(chosen);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
