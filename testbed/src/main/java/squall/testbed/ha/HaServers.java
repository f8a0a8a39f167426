package squall.testbed.ha;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import squall.system.StateFolder;
import squall.testbed.cluster.NodePlace;
import squall.testbed.host.NodeVersion;
import squall.testbed.host.RunAs;
import squall.testbed.link.ProxyWiring;
import squall.testbed.postgres.PasswordFile;
import squall.testbed.postgres.PostgresBinaries;

/**
 * Set of one group's servers, with their password and their network, if that is not this machine's loopback alone.
 *
 * @param binaries of each node, by name
 */
record HaServers(HaFolder home, Map<String, PostgresBinaries> binaries, NodePlace place, Optional<ProxyWiring> wiring) {
    static HaServers of(StateFolder state, HaFolder home, HaGroup group) throws IOException, InterruptedException {
        Map<String, PostgresBinaries> binaries = new HashMap<>();
        for (GroupMember member : group.members()) {
            Optional<String> version = new NodeVersion(home.node(member)).given();
            binaries.put(
                    member.name(),
                    version.isPresent() ? PostgresBinaries.in(state, version.get()) : PostgresBinaries.in(state));
        }
        var place = new NodePlace(
                home.folder(), RunAs.of(group.runAs()), home.passwords().read(), home.namespaces(group));
        return new HaServers(home, Map.copyOf(binaries), place, home.links().wiring());
    }

    HaNode node(GroupMember member) {
        return new HaNode(member, place.of(member), Objects.requireNonNull(binaries.get(member.name())));
    }

    String password() {
        return place.password();
    }

    List<HaNode> all(HaGroup group) {
        return group.members().stream().map(this::node).toList();
    }

    /** Returns the connection string of a standby to its primary: over their link, if there is one. */
    String conninfo(GroupMember primary, GroupMember standby) {
        int port = wiring.flatMap(wired -> wired.port(standby.name(), primary.name()))
                .orElse(primary.port());
        return "host=" + primary.host() + " port=" + port + " user=" + PasswordFile.USER + " password=" + password()
                + " application_name=" + standby.name()
                + (place.namespaces().isPresent() ? " connect_timeout=2" : ""); // retries soon after a cut is over
    }

    MemberConnection sql(GroupMember member) {
        return MemberConnection.of(member, password());
    }
}
