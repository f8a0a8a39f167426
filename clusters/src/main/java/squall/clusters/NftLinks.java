package squall.clusters;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import squall.clusters.ClientAccess.ProtocolHandshake;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.system.process.DetachedAlarm;
import squall.system.process.ExternalProgram.Finished;

/**
 * Links of the nodes in their present state, disturbed by the packet filter of the node at whose end it is.
 *
 * @param peers all nodes; one without an address has links that can be neither disturbed nor probed
 * @param kernel where tables are created and requests begin
 * @param greeting by which clients' links are tested
 */
public record NftLinks(List<LinkPeer> peers, NodeNetworkCommands kernel, ProtocolHandshake greeting) implements Links {
    private static final Pattern COUNTER = Pattern.compile("counter packets (\\d+)");
    private static final Pattern LOSS = Pattern.compile("numgen random mod 1000 < (\\d+)");
    private static final String NONE = "No such file or directory";

    private static final String CONNECT = ": </dev/tcp/$1/$2";

    public NftLinks {
        peers = List.copyOf(peers);
    }

    /** Returns the links between any two nodes with addresses of their own, and between each node and clients; both directions. */
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

    /** Restores a link; does nothing for a node that does not run, because its tables are gone. @see Links#restoreLink */
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

    /** Returns the node that has the table: the receiver, if that is a node. */
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

    /** Runner of a program in a node's own network, with the right to change its packet filter. */
    @FunctionalInterface
    public interface NodeNetworkCommands {
        /** Runs it, whatever its exit code, within a minute. */
        Finished run(Node node, List<String> command) throws IOException, InterruptedException;
    }

    /**
     * Node as its peers see it.
     *
     * @param addresses IPv4, by which peers reach it, one in each network that it is in; none while it has none
     * @param port on which it takes clients, there
     */
    public record LinkPeer(Node node, List<String> addresses, int port) {
        public LinkPeer {
            addresses = List.copyOf(addresses);
        }

        boolean reachable() {
            return !addresses.isEmpty();
        }
    }

    /**
     * Table of nftables for one direction of one link, in the network of the node where its packets come in or go out.
     *
     * <p>The affected addresses are in a set whose elements have a timeout, so the kernel heals by itself; a table without elements does
     * nothing.
     *
     * @param table its name, which no other link has
     * @param hook {@code input} or {@code output}
     * @param type of the set's elements
     * @param match the condition of the link's packets; {@code @matched} is the set
     * @param elements those that the set gets
     */
    private record NftRuleset(String table, String hook, String type, String match, List<String> elements) {
        /** Creates the rules from one node to another, at the receiver. */
        static NftRuleset between(LinkPeer from, LinkPeer to) {
            return new NftRuleset(
                    table(from.node().name(), to.node().name()),
                    "input",
                    "ipv4_addr",
                    "ip saddr @matched",
                    from.addresses());
        }

        /** Creates the rules from clients, which are all that are no peers, to the port on which the node takes them. */
        static NftRuleset fromClients(String clients, LinkPeer to, List<LinkPeer> peers) {
            return new NftRuleset(
                    table(clients, to.node().name()),
                    "input",
                    "inet_service",
                    others("ip saddr", peers) + "tcp dport @matched",
                    List.of(Integer.toString(to.port())));
        }

        static NftRuleset toClients(LinkPeer from, String clients, List<LinkPeer> peers) {
            return new NftRuleset(
                    table(from.node().name(), clients),
                    "output",
                    "inet_service",
                    others("ip daddr", peers) + "tcp sport @matched",
                    List.of(Integer.toString(from.port())));
        }

        private static String others(String field, List<LinkPeer> peers) {
            String addresses = peers.stream()
                    .flatMap(peer -> peer.addresses().stream())
                    .sorted()
                    .collect(Collectors.joining(", "));
            return addresses.isEmpty() ? "" : field + " != { " + addresses + " } ";
        }

        /** Returns the script that adds the table in one transaction, whatever was there before. Executed twice, it has the same effect. */
        String added(Impairment impairment, String seconds) {
            return """
                    add table inet %1$s
                    delete table inet %1$s
                    table inet %1$s {
                      set matched { type %2$s; flags timeout; }
                      chain way { type filter hook %3$s priority -300; policy accept; %4$s %5$s; }
                    }
                    add element inet %1$s matched { %6$s }
                    """.formatted(table, type, hook, match, verdict(impairment), timed(seconds));
        }

        private String timed(String seconds) {
            return elements.stream()
                    .map(element -> element + " timeout " + seconds + "s")
                    .collect(Collectors.joining(", "));
        }

        /** Returns the script that removes the table; it succeeds if there is none. */
        String removed() {
            return "add table inet %1$s; delete table inet %1$s".formatted(table);
        }

        private static String verdict(Impairment impairment) {
            return switch (impairment) {
                case Impairment.Cut cut -> "counter drop";
                case Impairment.Reset reset -> "meta l4proto tcp counter reject with tcp reset";
                case Impairment.Loss(double share) ->
                    "numgen random mod 1000 < " + Math.max(1, Math.round(share * 1000)) + " counter drop";
                case Impairment.Delay delay -> throw new IllegalArgumentException("nftables cannot delay");
                case Impairment.Throttle throttle -> throw new IllegalArgumentException("nftables cannot throttle");
            };
        }

        /** Returns the name of a table; characters of nodes' names that tables' names may not have are written as their number. */
        private static String table(String from, String to) {
            return "squall_" + sane(from) + "_to_" + sane(to);
        }

        private static String sane(String name) {
            return name.chars()
                    .mapToObj(sign -> sign < 128 && Character.isLetterOrDigit(sign)
                            ? Character.toString(sign)
                            : "_%02x".formatted(sign))
                    .collect(Collectors.joining());
        }
    }
}
