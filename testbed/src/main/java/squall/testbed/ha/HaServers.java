package squall.testbed.ha;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import squall.system.StateFolder;
import squall.testbed.host.RunAs;
import squall.testbed.link.ProxyWiring;
import squall.testbed.net.NetworkNamespaces;
import squall.testbed.postgres.PasswordFile;
import squall.testbed.postgres.PostgresBinaries;

/**
 * The servers of one group, the password they share, and what they talk through, if that is not this machine's loopback alone.
 *
 * @param binaries of each node, by name
 */
record HaServers(
        HaFolder home,
        Map<String, PostgresBinaries> binaries,
        RunAs runAs,
        String password,
        Optional<ProxyWiring> wiring,
        Optional<NetworkNamespaces> namespaces) {
    static HaServers of(StateFolder state, HaFolder home, HaGroup group) throws IOException, InterruptedException {
        Map<String, PostgresBinaries> binaries = new HashMap<>();
        for (GroupMember member : group.members()) {
            Optional<String> version = home.version(member).given();
            binaries.put(
                    member.name(),
                    version.isPresent() ? PostgresBinaries.in(state, version.get()) : PostgresBinaries.in(state));
        }
        return new HaServers(
                home,
                Map.copyOf(binaries),
                RunAs.of(group.runAs()),
                home.passwords().read(),
                home.links().wiring(),
                home.namespaces(group));
    }

    HaNode node(GroupMember member) {
        return new HaNode(
                member, home.node(member), Objects.requireNonNull(binaries.get(member.name())), runAs, namespaces);
    }

    List<HaNode> all(HaGroup group) {
        return group.members().stream().map(this::node).toList();
    }

    /** How a standby reaches its primary: over their link, where there is one. */
    String conninfo(GroupMember primary, GroupMember standby) {
        int port = wiring.flatMap(wired -> wired.port(standby.name(), primary.name()))
                .orElse(primary.port());
        return "host=" + primary.host() + " port=" + port + " user=" + PasswordFile.USER + " password=" + password
                + " application_name=" + standby.name()
                + (namespaces.isPresent() ? " connect_timeout=2" : ""); // soon again, once a cut is over
    }

    MemberConnection sql(GroupMember member) {
        return MemberConnection.of(member, password);
    }

    @Override
    public String toString() {
        return "servers in " + home.folder(); // not the password
    }
}
