package squall.clusters.nft;

import java.util.List;
import java.util.stream.Collectors;
import squall.spi.Cluster.Trouble;

/**
 * A table of nftables for one direction of one link, in the network of the node where its packets come in or go out.
 *
 * <p>What is struck stands in a set whose elements carry a timeout, so the kernel heals by itself; a table without elements does nothing.
 *
 * @param table its name, which no other link has
 * @param hook {@code input} or {@code output}
 * @param type of the set's elements
 * @param match what makes a packet one of the link's; {@code @struck} is the set
 * @param element the one that the set gets
 */
record Ruleset(String table, String hook, String type, String match, String element) {
    /** From one node to another: at the receiver. */
    static Ruleset between(Peer from, Peer to) {
        return new Ruleset(
                table(from.node().name(), to.node().name()), "input", "ipv4_addr", "ip saddr @struck", from.address());
    }

    /** From clients, who are all that are no peers: to the port on which the node takes them. */
    static Ruleset fromClients(String clients, Peer to, List<Peer> peers) {
        return new Ruleset(
                table(clients, to.node().name()),
                "input",
                "inet_service",
                others("ip saddr", peers) + "tcp dport @struck",
                Integer.toString(to.port()));
    }

    static Ruleset toClients(Peer from, String clients, List<Peer> peers) {
        return new Ruleset(
                table(from.node().name(), clients),
                "output",
                "inet_service",
                others("ip daddr", peers) + "tcp sport @struck",
                Integer.toString(from.port()));
    }

    private static String others(String field, List<Peer> peers) {
        String addresses = peers.stream()
                .filter(Peer::reachable)
                .map(Peer::address)
                .sorted()
                .collect(Collectors.joining(", "));
        return addresses.isEmpty() ? "" : field + " != { " + addresses + " } ";
    }

    /** In the kernel all at once or not at all, whatever stood there before. Given twice, it stands there once. */
    String added(Trouble trouble, String seconds) {
        return """
                add table inet %1$s
                delete table inet %1$s
                table inet %1$s {
                  set struck { type %2$s; flags timeout; }
                  chain way { type filter hook %3$s priority -300; policy accept; %4$s %5$s; }
                }
                add element inet %1$s struck { %6$s timeout %7$ss }
                """.formatted(table, type, hook, match, verdict(trouble), element, seconds);
    }

    /** Of a table that is not there too. */
    String removed() {
        return "add table inet %1$s; delete table inet %1$s".formatted(table);
    }

    private static String verdict(Trouble trouble) {
        return switch (trouble) {
            case Trouble.Cut cut -> "counter drop";
            case Trouble.Reset reset -> "meta l4proto tcp counter reject with tcp reset";
            case Trouble.Loss(double share) ->
                "numgen random mod 1000 < " + Math.max(1, Math.round(share * 1000)) + " counter drop";
            case Trouble.Delay delay -> throw new IllegalArgumentException("nftables cannot delay");
            case Trouble.Throttle throttle -> throw new IllegalArgumentException("nftables cannot throttle");
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
