package squall.testbed.cassandra;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.testbed.cassandra.layout.NodeAddress;
import squall.testbed.cassandra.rule.LinkRule;

/** Links between nodes, with faults implemented by rules inside the receiving nodes. Clients reach each node directly. */
record CassandraLinks(CassandraNodes nodes) implements Links {
    /** Lists each direction between two nodes. */
    @Override
    public List<Link> links() throws IOException {
        List<NodeAddress> nodeAddresses = nodes.home().required().nodeAddresses();
        List<Link> links = new ArrayList<>();
        for (NodeAddress from : nodeAddresses) {
            nodeAddresses.stream()
                    .filter(to -> to.number() != from.number())
                    .forEach(to -> links.add(new Link(from.name(), to.name())));
        }
        return List.copyOf(links);
    }

    @Override
    public Optional<String> refusal(Impairment impairment) {
        return LinkRule.refusal(impairment);
    }

    @Override
    public void disturb(Link link, Impairment impairment, Duration atMost) throws IOException, InterruptedException {
        Optional<String> refusal = LinkRule.refusal(impairment);
        if (refusal.isPresent()) {
            throw new IOException(link + ": " + refusal.get());
        }
        String peer = address(link.from());
        NodeRules rules = rules(link.to());
        Duration apart = nodes.home().required().apart(link);
        rules.replace(
                names(rules, link),
                atMost,
                until -> Stream.of(new LinkRule(link, impairment, until).rule(peer, apart)));
    }

    /** Removes the impairment; the rules of a node that has ended are gone. */
    @Override
    public void restoreLink(Link link) throws IOException, InterruptedException {
        if (runs(link.to())) {
            NodeRules rules = rules(link.to());
            rules.remove(names(rules, link));
        }
    }

    @Override
    public Optional<Impairment> impairment(Link link) throws IOException, InterruptedException {
        return runs(link.to())
                ? rules(link.to()).links(false).stream()
                        .filter(rule -> rule.link().equals(link))
                        .map(LinkRule::impairment)
                        .findFirst()
                : Optional.empty();
    }

    @Override
    public Optional<Duration> probe(Link link, Duration atMost) throws IOException, InterruptedException {
        return rules(link.from()).echo(address(link.to()), atMost);
    }

    private static List<String> names(NodeRules rules, Link link) throws IOException, InterruptedException {
        return rules.links(true).stream()
                .filter(rule -> rule.link().equals(link))
                .map(LinkRule::name)
                .toList();
    }

    private boolean runs(String node) throws IOException, InterruptedException {
        return server(node).process().isPresent();
    }

    private NodeRules rules(String node) throws IOException {
        return new NodeRules(server(node).jmx());
    }

    private NodeServer server(String node) throws IOException {
        return nodes.server(nodes.home().required().member(node));
    }

    private String address(String node) throws IOException {
        return nodes.home().required().member(node).linkControl().seed();
    }
}
