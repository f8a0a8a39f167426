package squall.testbed.ha;

import java.io.IOException;
import java.util.List;
import squall.host.StateFolder;
import squall.testbed.host.RunAs;
import squall.testbed.postgres.PostgresBinaries;

/** The servers of one group, and the password they share. */
record Servers(Home home, PostgresBinaries binaries, RunAs runAs, String password) {
    static Servers of(StateFolder state, Home home, Group group) throws IOException, InterruptedException {
        return new Servers(
                home,
                PostgresBinaries.in(state),
                RunAs.of(group.runAs()),
                home.passwords().read());
    }

    HaNode node(Member member) {
        return new HaNode(member, home.node(member), binaries, runAs);
    }

    List<HaNode> all(Group group) {
        return group.members().stream().map(this::node).toList();
    }

    Sql sql(Member member) {
        return Sql.of(member, password);
    }

    @Override
    public String toString() {
        return "Servers[" + home + "]"; // not the password
    }
}
