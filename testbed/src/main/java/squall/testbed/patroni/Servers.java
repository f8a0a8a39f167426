package squall.testbed.patroni;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import squall.testbed.ha.Member;
import squall.testbed.ha.Sql;
import squall.testbed.host.RunAs;
import squall.testbed.net.Namespaces;

/** The nodes of one group, the password they share, and the networks they have of their own, if they have. */
record Servers(Home home, Group group, RunAs runAs, String password, Optional<Namespaces> namespaces) {
    static Servers of(Home home, Group group) throws IOException {
        return new Servers(
                home, group, RunAs.of(group.runAs()), home.passwords().read(), home.namespaces(group));
    }

    PatroniNode node(Seat seat) {
        return new PatroniNode(seat, new NodeFolder(home.node(seat)), runAs, password, namespaces);
    }

    List<PatroniNode> nodes() {
        return group.seats().stream().map(this::node).toList();
    }

    Leadership leadership() {
        return new Leadership(group.seats());
    }

    Sql sql(Seat seat) {
        return Sql.of(seat.member(), password);
    }

    /** For those who start something. @throws IOException if what is installed now does not suit the data, or nothing is */
    Settings settings() throws IOException, InterruptedException {
        Programs programs = Programs.here();
        Programs.Versions now = programs.versions(runAs);
        if (!now.postgresMajor().equals(group.versions().postgresMajor())) {
            throw new IOException(home.folder() + " holds data of PostgreSQL "
                    + group.versions().postgres() + ", and " + programs.postgres() + " is " + now.postgres()
                    + "; install the one that made it, or 'testbed reset' it");
        }
        String range = namespaces.map(own -> own.subnet().range()).orElse(Member.HOST + "/32");
        return new Settings(group, programs, "squall-" + home.name(), range, password);
    }

    @Override
    public String toString() {
        return "servers in " + home.folder(); // not the password
    }
}
