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
import squall.clusters.Greeting;
import squall.clusters.Timed;
import squall.host.Alarm;
import squall.host.Program.Finished;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Trouble;

/**
 * The links of nodes as they stand at this moment, disturbed by the packet filter of the node at whose end it is.
 *
 * @param peers all nodes; one without an address has links that can be neither disturbed nor felt
 * @param kernel where tables are made and questions begin
 * @param greeting by which clients' links are tried
 */
public record NftLinks(List<Peer> peers, Kernel kernel, Greeting greeting) implements Links {
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
        for (Peer from : peers) {
            String name = from.node().name();
            links.add(new Link(name, Links.CLIENTS));
            links.add(new Link(Links.CLIENTS, name));
            peers.stream()
                    .filter(to -> !to.equals(from) && !sameHost(from, to))
                    .forEach(to -> links.add(new Link(name, to.node().name())));
        }
        return List.copyOf(links);
    }

    private static boolean sameHost(Peer one, Peer other) {
        return one.reachable() && one.address().equals(other.address());
    }

    /** @see Links#refusal */
    @Override
    public Optional<String> refusal(Trouble trouble) {
        return switch (trouble) {
            case Trouble.Cut cut -> Optional.empty();
            case Trouble.Reset reset -> Optional.empty();
            case Trouble.Loss loss -> Optional.empty();
            case Trouble.Delay delay -> Optional.of("nftables, which disturbs links here, cannot delay packets");
            case Trouble.Throttle throttle ->
                Optional.of("nftables, which disturbs links here, does not limit what passes in a second");
        };
    }

    /** @see Links#disturb */
    @Override
    public void disturb(Link link, Trouble trouble, Duration atMost) throws IOException, InterruptedException {
        Optional<String> refusal = refusal(trouble);
        if (refusal.isPresent()) {
            throw new IOException(refusal.get());
        }
        requireReachable(link);
        nft(link, ruleset(link).added(trouble, Alarm.seconds(atMost))).orThrow();
    }

    private void requireReachable(Link link) throws IOException {
        for (String end : Set.of(link.from(), link.to())) {
            if (!end.equals(Links.CLIENTS) && !peer(end).reachable()) {
                throw new IOException(end + " has no address at this moment: it does not run");
            }
        }
    }

    /** Of a node that does not run nothing is left. @see Links#mend */
    @Override
    public void mend(Link link) throws IOException, InterruptedException {
        if (place(link).reachable()) {
            nft(link, ruleset(link).removed()).orThrow();
        }
    }

    /** @see Links#trouble */
    @Override
    public Optional<Trouble> trouble(Link link) throws IOException, InterruptedException {
        String listing = listing(link);
        if (!listing.contains(" expires ")) {
            return Optional.empty(); // the kernel has taken the element out, and nothing is struck any more
        }
        Matcher loss = LOSS.matcher(listing);
        if (loss.find()) {
            return Optional.of(new Trouble.Loss(Integer.parseInt(loss.group(1)) / 1000.0));
        }
        return Optional.of(listing.contains("reject") ? new Trouble.Reset() : new Trouble.Cut());
    }

    /** @see Links#strikes */
    @Override
    public OptionalLong strikes(Link link) throws IOException, InterruptedException {
        Matcher counter = COUNTER.matcher(listing(link));
        return counter.find() ? OptionalLong.of(Long.parseLong(counter.group(1))) : OptionalLong.empty();
    }

    private String listing(Link link) throws IOException, InterruptedException {
        if (!place(link).reachable()) {
            return "";
        }
        Finished found =
                run(link, List.of("nft", "list", "table", "inet", ruleset(link).table()));
        return found.ok() || !found.output().contains(NONE) ? found.orThrow().output() : "";
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
        Peer to = peer(link.to());
        Timed connect = new Timed(CONNECT, List.of(to.address(), Integer.toString(to.port())), atMost);
        return Timed.took(kernel.run(peer(link.from()).node(), connect.command()));
    }

    private Finished nft(Link link, String script) throws IOException, InterruptedException {
        return run(link, List.of("nft", script));
    }

    private Finished run(Link link, List<String> command) throws IOException, InterruptedException {
        return kernel.run(place(link).node(), command);
    }

    private Ruleset ruleset(Link link) {
        if (link.from().equals(Links.CLIENTS)) {
            return Ruleset.fromClients(Links.CLIENTS, peer(link.to()), peers);
        }
        if (link.to().equals(Links.CLIENTS)) {
            return Ruleset.toClients(peer(link.from()), Links.CLIENTS, peers);
        }
        return Ruleset.between(peer(link.from()), peer(link.to()));
    }

    /** Where its table is: at the receiver, if that is a node. */
    private Peer place(Link link) {
        return peer(link.to().equals(Links.CLIENTS) ? link.from() : link.to());
    }

    private Peer peer(String name) {
        return peers.stream()
                .filter(peer -> peer.node().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no node '" + name + "', there are "
                        + peers.stream().map(peer -> peer.node().name()).toList()));
    }
}
