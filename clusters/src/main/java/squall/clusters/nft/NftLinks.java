package squall.clusters.nft;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.clusters.ProtocolHandshake;
import squall.clusters.TimedCommand;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.system.DetachedAlarm;
import squall.system.ExternalProgram.Finished;

/**
 * The links of nodes as they stand at this moment, disturbed by the packet filter of the node at whose end it is.
 *
 * @param peers all nodes; one without an address has links that can be neither disturbed nor felt
 * @param kernel where tables are made and questions begin
 * @param greeting by which clients' links are tried
 */
public record NftLinks(List<LinkPeer> peers, NodeNetworkCommands kernel, ProtocolHandshake greeting) implements Links {
    private static final Pattern COUNTER = Pattern.compile("counter packets (\\d+)");
    private static final Pattern LOSS = Pattern.compile("numgen random mod 1000 < (\\d+)");
    private static final String NONE = "No such file or directory";

    private static final String CONNECT = ": </dev/tcp/$1/$2";

    public NftLinks {
        peers = List.copyOf(peers);
    }

    /** Between any two nodes with addresses of their own, and between each node and clients; both directions. */
    @Override
    public List<Link> links() {
        List<Link> links = new ArrayList<>();
        for (LinkPeer from : peers) {
            String name = from.node().name();
            links.add(new Link(name, Links.CLIENTS));
            links.add(new Link(Links.CLIENTS, name));
            peers.stream()
                    .filter(to -> !to.equals(from) && !sameHost(from, to))
                    .forEach(to -> links.add(new Link(name, to.node().name())));
        }
        return List.copyOf(links);
    }

    private static boolean sameHost(LinkPeer one, LinkPeer other) {
        return one.addresses().stream().anyMatch(other.addresses()::contains);
    }

    /** @see Links#refusal */
    @Override
    public Optional<String> refusal(Impairment impairment) {
        return switch (impairment) {
            case Impairment.Cut cut -> Optional.empty();
            case Impairment.Reset reset -> Optional.empty();
            case Impairment.Loss loss -> Optional.empty();
            case Impairment.Delay delay -> Optional.of("nftables, which disturbs links here, cannot delay packets");
            case Impairment.Throttle throttle ->
                Optional.of("nftables, which disturbs links here, does not limit what passes in a second");
        };
    }

    /** @see Links#disturb */
    @Override
    public void disturb(Link link, Impairment impairment, Duration atMost) throws IOException, InterruptedException {
        Optional<String> refusal = refusal(impairment);
        if (refusal.isPresent()) {
            throw new IOException(refusal.get());
        }
        requireReachable(link);
        nft(link, ruleset(link).added(impairment, DetachedAlarm.seconds(atMost)))
                .orThrow();
    }

    private void requireReachable(Link link) throws IOException {
        for (String end : Set.of(link.from(), link.to())) {
            if (!end.equals(Links.CLIENTS) && !peer(end).reachable()) {
                throw new IOException(end + " has no address at this moment: it does not run");
            }
        }
    }

    /** Of a node that does not run nothing is left. @see Links#restoreLink */
    @Override
    public void restoreLink(Link link) throws IOException, InterruptedException {
        if (place(link).reachable()) {
            nft(link, ruleset(link).removed()).orThrow();
        }
    }

    /** @see Links#impairment */
    @Override
    public Optional<Impairment> impairment(Link link) throws IOException, InterruptedException {
        String listing = listing(link);
        if (!listing.contains(" expires ")) {
            return Optional.empty(); // the kernel has removed the element, so the link is no longer impaired
        }
        Matcher loss = LOSS.matcher(listing);
        if (loss.find()) {
            return Optional.of(new Impairment.Loss(Integer.parseInt(loss.group(1)) / 1000.0));
        }
        return Optional.of(listing.contains("reject") ? new Impairment.Reset() : new Impairment.Cut());
    }

    /** @see Links#affectedPackets */
    @Override
    public OptionalLong affectedPackets(Link link) throws IOException, InterruptedException {
        Matcher counter = COUNTER.matcher(listing(link));
        return counter.find() ? OptionalLong.of(Long.parseLong(counter.group(1))) : OptionalLong.empty();
    }

    private String listing(Link link) throws IOException, InterruptedException {
        if (!place(link).reachable()) {
            return "";
        }
        Finished found =
                run(link, List.of("nft", "list", "table", "inet", ruleset(link).table()));
        return found.ok() || !found.text().contains(NONE) ? found.orThrow().output() : "";
    }

    /** @see Links#probe */
    @Override
    public Optional<Duration> probe(Link link, Duration atMost) throws IOException, InterruptedException {
        if (link.from().equals(Links.CLIENTS)) {
            return greeting.ask(peer(link.to()).node(), atMost);
        }
        if (link.to().equals(Links.CLIENTS)) {
            return greeting.ask(peer(link.from()).node(), atMost);
        }
        requireReachable(link);
        LinkPeer to = peer(link.to());
        for (String address : to.addresses()) {
            TimedCommand connect = new TimedCommand(CONNECT, List.of(address, Integer.toString(to.port())), atMost);
            Optional<Duration> took =
                    TimedCommand.took(kernel.run(peer(link.from()).node(), connect.command()));
            if (took.isPresent()) {
                return took; // one path that is open keeps the link open
            }
        }
        return Optional.empty();
    }

    private Finished nft(Link link, String script) throws IOException, InterruptedException {
        return run(link, List.of("nft", script));
    }

    private Finished run(Link link, List<String> command) throws IOException, InterruptedException {
        return kernel.run(place(link).node(), command);
    }

    private NftRuleset ruleset(Link link) {
        if (link.from().equals(Links.CLIENTS)) {
            return NftRuleset.fromClients(Links.CLIENTS, peer(link.to()), peers);
        }
        if (link.to().equals(Links.CLIENTS)) {
            return NftRuleset.toClients(peer(link.from()), Links.CLIENTS, peers);
        }
        return NftRuleset.between(peer(link.from()), peer(link.to()));
    }

    /** Where its table is: at the receiver, if that is a node. */
    private LinkPeer place(Link link) {
        return peer(link.to().equals(Links.CLIENTS) ? link.from() : link.to());
    }

    private LinkPeer peer(String name) {
        return peers.stream()
                .filter(peer -> peer.node().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no node '" + name + "', there are "
                        + peers.stream().map(peer -> peer.node().name()).toList()));
    }

    /** Runs a program in a node's own network, with the right to change its packet filter. */
    @FunctionalInterface
    public interface NodeNetworkCommands {
        /** However it ends, within a minute. */
        Finished run(Node node, List<String> command) throws IOException, InterruptedException;
    }
}
