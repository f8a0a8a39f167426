package squall.testbed.ha;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import squall.host.StateFolder;
import squall.testbed.host.RunAs;
import squall.testbed.link.Wiring;
import squall.testbed.net.Namespaces;
import squall.testbed.postgres.Passwords;
import squall.testbed.postgres.PostgresBinaries;

/** The servers of one group, the password they share, and what they talk through, if that is not this machine's loopback alone. */
record Servers(
        Home home,
        PostgresBinaries binaries,
        RunAs runAs,
        String password,
        Optional<Wiring> wiring,
        Optional<Namespaces> namespaces) {
    static Servers of(StateFolder state, Home home, Group group) throws IOException, InterruptedException {
        return new Servers(
                home,
                PostgresBinaries.in(state),
                RunAs.of(group.runAs()),
                home.passwords().read(),
                home.links().wiring(),
                home.namespaces(group));
    }

    HaNode node(Member member) {
        return new HaNode(member, home.node(member), binaries, runAs, namespaces);
    }

    List<HaNode> all(Group group) {
        return group.members().stream().map(this::node).toList();
    }

    /** How a standby reaches its primary: over their link, where there is one. */
    String conninfo(Member primary, Member standby) {
        int port = wiring.flatMap(wired -> wired.port(standby.name(), primary.name()))
                .orElse(primary.port());
        return "host=" + primary.host() + " port=" + port + " user=" + Passwords.USER + " password=" + password
                + " application_name=" + standby.name()
                + (namespaces.isPresent() ? " connect_timeout=2" : ""); // soon again, once a cut is over
    }

    Sql sql(Member member) {
        return Sql.of(member, password);
    }

    @Override
    public String toString() {
        return "servers in " + home.folder(); // not the password
    }
}
