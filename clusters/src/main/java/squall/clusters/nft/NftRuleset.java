package squall.clusters.nft;

import java.util.List;
import java.util.stream.Collectors;
import squall.spi.Cluster.Impairment;

/**
 * A table of nftables for one direction of one link, in the network of the node where its packets come in or go out.
 *
 * <p>The affected addresses stand in a set whose elements have a timeout, so the kernel heals by itself; a table without elements does nothing.
 *
 * @param table its name, which no other link has
 * @param hook {@code input} or {@code output}
 * @param type of the set's elements
 * @param match what makes a packet one of the link's; {@code @struck} is the set
 * @param elements those that the set gets
 */
record NftRuleset(String table, String hook, String type, String match, List<String> elements) {
    /** From one node to another: at the receiver. */
    static NftRuleset between(LinkPeer from, LinkPeer to) {
        return new NftRuleset(
                table(from.node().name(), to.node().name()),
                "input",
                "ipv4_addr",
                "ip saddr @struck",
                from.addresses());
    }

    /** From clients, who are all that are no peers: to the port on which the node takes them. */
    static NftRuleset fromClients(String clients, LinkPeer to, List<LinkPeer> peers) {
        return new NftRuleset(
                table(clients, to.node().name()),
                "input",
                "inet_service",
                others("ip saddr", peers) + "tcp dport @struck",
                List.of(Integer.toString(to.port())));
    }

    static NftRuleset toClients(LinkPeer from, String clients, List<LinkPeer> peers) {
        return new NftRuleset(
                table(from.node().name(), clients),
                "output",
                "inet_service",
                others("ip daddr", peers) + "tcp sport @struck",
                List.of(Integer.toString(from.port())));
    }

    private static String others(String field, List<LinkPeer> peers) {
        String addresses = peers.stream()
                .flatMap(peer -> peer.addresses().stream())
                .sorted()
                .collect(Collectors.joining(", "));
        return addresses.isEmpty() ? "" : field + " != { " + addresses + " } ";
    }

    /** In the kernel all at once or not at all, whatever stood there before. Given twice, it stands there once. */
    String added(Impairment impairment, String seconds) {
        return """
                add table inet %1$s
                delete table inet %1$s
                table inet %1$s {
                  set struck { type %2$s; flags timeout; }
                  chain way { type filter hook %3$s priority -300; policy accept; %4$s %5$s; }
                }
                add element inet %1$s struck { %6$s }
                """.formatted(table, type, hook, match, verdict(impairment), timed(seconds));
    }

    private String timed(String seconds) {
        return elements.stream()
                .map(element -> element + " timeout " + seconds + "s")
                .collect(Collectors.joining(", "));
    }

    /** Of a table that is not there too. */
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

    /** Names of nodes may hold signs that names of tables may not: these are written as their number. */
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
