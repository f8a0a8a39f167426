package squall.clusters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import squall.clusters.ClientAccess.ProtocolHandshake;
import squall.clusters.NftLinks.LinkPeer;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;

class NftLinksTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final LinkPeer ONE = peer("n-1", "10.9.0.1");
    private static final LinkPeer TWO = peer("n-2", "10.9.0.2");
    private static final LinkPeer AWAY = peer("n-3", "");
    private final List<String> said = new ArrayList<>();

    @Test
    void a_cut_is_a_table_at_the_receiver_whose_element_the_kernel_takes_out() throws Exception {
        links().disturb(new Link("n-1", "n-2"), new Impairment.Cut(), Duration.ofMillis(39_500));
        assertThat(said).containsExactly("""
                n-2: nft add table inet squall_n_2d1_to_n_2d2
                delete table inet squall_n_2d1_to_n_2d2
                table inet squall_n_2d1_to_n_2d2 {
                  set matched { type ipv4_addr; flags timeout; }
                  chain way { type filter hook input priority -300; policy accept; ip saddr @matched counter drop; }
                }
                add element inet squall_n_2d1_to_n_2d2 matched { 10.9.0.1 timeout 40s }
                """);
    }

    @Test
    void clients_are_all_who_are_no_peers() throws Exception {
        links().disturb(new Link(Links.CLIENTS, "n-1"), new Impairment.Reset(), LIMIT);
        links().disturb(new Link("n-1", Links.CLIENTS), new Impairment.Loss(0.3), LIMIT);
        assertThat(said.getFirst())
                .contains("hook input priority -300; policy accept; ip saddr != { 10.9.0.1, 10.9.0.2 }"
                        + " tcp dport @matched meta l4proto tcp counter reject with tcp reset;")
                .contains("matched { 5432 timeout 60s }");
        assertThat(said.getLast())
                .contains("hook output priority -300; policy accept; ip daddr != { 10.9.0.1, 10.9.0.2 }"
                        + " tcp sport @matched numgen random mod 1000 < 300 counter drop;");
    }

    @Test
    void what_a_packet_filter_cannot_do_is_refused_before_anything_is_touched() {
        assertThatThrownBy(() -> links().disturb(new Link("n-1", "n-2"), new Impairment.Delay(LIMIT, LIMIT), LIMIT))
                .isInstanceOf(IOException.class)
                .hasMessage("nftables, which disturbs links here, cannot delay packets");
        assertThat(links().refusal(new Impairment.Throttle(1))).isPresent();
        assertThat(links().refusal(new Impairment.Loss(1))).isEmpty();
        assertThat(said).isEmpty();
    }

    @Test
    void a_node_that_does_not_run_has_links_that_are_well_and_cannot_be_cut() throws Exception {
        Link away = new Link("n-1", "n-3");
        assertThat(links().impairment(away)).isEmpty();
        links().restoreLink(away);
        assertThatThrownBy(() -> links().disturb(away, new Impairment.Cut(), LIMIT))
                .hasMessage("n-3 has no address at this moment: it does not run");
        assertThat(said).isEmpty();
    }

    @Test
    void nodes_of_one_address_have_no_link_of_their_own() {
        var links = new NftLinks(List.of(ONE, peer("n-9", "10.9.0.1")), this::hear, ProtocolHandshake.POSTGRES);
        assertThat(links.links())
                .containsExactly(
                        new Link("n-1", Links.CLIENTS),
                        new Link(Links.CLIENTS, "n-1"),
                        new Link("n-9", Links.CLIENTS),
                        new Link(Links.CLIENTS, "n-9"));
    }

    @Test
    void the_kernel_itself_takes_the_table_lists_the_trouble_and_forgets_it() throws Exception {
        assumeTrue(
                inNamespace(List.of("nft", "list", "tables")).ok(),
                "nft or the right to a network namespace is missing");
        assertKernelAccepts(new Link("n-1", "n-2"), new Impairment.Cut());
        assertKernelAccepts(new Link(Links.CLIENTS, "n-1"), new Impairment.Reset());
        assertKernelAccepts(new Link("n-1", Links.CLIENTS), new Impairment.Loss(0.25));
    }

    /** Asserts what the kernel shows, in the same call: each command runs in a namespace of its own. */
    private void assertKernelAccepts(Link link, Impairment impairment) throws Exception {
        links().disturb(link, impairment, Duration.ofSeconds(5));
        String script = said.removeFirst();
        String text = script.substring(script.indexOf("add table"));
        String table = text.lines().findFirst().orElseThrow().replace("add table inet ", "");
        String steps = "nft \"$1\"; nft \"$1\"; nft list table inet \"$2\"; until ! nft list table inet \"$2\" |"
                + " grep -q expires; do sleep 0.1; done; nft list table inet \"$2\" && echo FORGOTTEN";
        Finished seen = inNamespace(List.of("sh", "-c", steps, "sh", text.replace("5s", "1s"), table));
        assertThat(seen.output()).as(seen.line()).contains("expires").contains("FORGOTTEN");
        String listing = seen.output().substring(0, seen.output().indexOf("FORGOTTEN"));
        var links = new NftLinks(
                List.of(ONE, TWO), (node, command) -> new Finished("nft", 0, listing), ProtocolHandshake.POSTGRES);
        assertThat(links.impairment(link)).isEqualTo(Optional.of(impairment));
        assertThat(links.affectedPackets(link)).hasValue(0);
    }

    /** Covers an old error: a host whose locale has a decimal comma printed one, and no link could be tested. */
    @Test
    void seconds_have_a_point_whatever_the_locale_of_a_host() throws Exception {
        TimedCommand timed = new TimedCommand("sleep 0.01", List.of(), LIMIT);
        assertThat(timed.command()).contains("LC_ALL=C; TIMEFORMAT=%R; { time sleep 0.01; } 2>&1");
        assertThat(TimedCommand.took(new ExternalProgram(timed.command(), Path.of("/"), LIMIT).run()))
                .isPresent();
    }

    private static Finished inNamespace(List<String> command) throws IOException, InterruptedException {
        List<String> all =
                Stream.concat(Stream.of("unshare", "-rn"), command.stream()).toList();
        try {
            return new ExternalProgram(all, Path.of("/"), LIMIT).run();
        } catch (IOException e) {
            return new Finished("unshare", 127, String.valueOf(e.getMessage())); // no such program: the test is skipped
        }
    }

    private NftLinks links() {
        return new NftLinks(List.of(ONE, TWO, AWAY), this::hear, ProtocolHandshake.POSTGRES);
    }

    private Finished hear(Node node, List<String> command) {
        said.add(node.name() + ": " + String.join(" ", command));
        return new Finished("nft", 0, "");
    }

    private static LinkPeer peer(String name, String address) {
        return new LinkPeer(
                new Node(name, "127.0.0.1", 15_432, "a", "r"),
                Stream.of(address).filter(each -> !each.isEmpty()).toList(),
                5432);
    }
}
