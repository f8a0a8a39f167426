package squall.testbed.patroni;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import squall.testbed.ha.GroupMember;
import squall.testbed.ha.MemberConnection;
import squall.testbed.host.RunAs;
import squall.testbed.net.NetworkNamespaces;
import squall.testbed.patroni.PatroniGroup.PatroniMember;

/** The nodes of one group, their shared password, and their networks, if they have their own. */
record PatroniServers(
        PatroniFolder home, PatroniGroup group, RunAs runAs, String password, Optional<NetworkNamespaces> namespaces) {
    static PatroniServers of(PatroniFolder home, PatroniGroup group) throws IOException {
        return new PatroniServers(
                home, group, RunAs.of(group.runAs()), home.passwords().read(), home.namespaces(group));
    }

    PatroniNode node(PatroniMember patroniMember) {
        return new PatroniNode(
                patroniMember, new PatroniNodeFolder(home.node(patroniMember)), runAs, password, namespaces);
    }

    List<PatroniNode> nodes() {
        return group.patroniMembers().stream().map(this::node).toList();
    }

    PatroniLeadership leadership() {
        return new PatroniLeadership(group.patroniMembers());
    }

    MemberConnection sql(PatroniMember patroniMember) {
        return MemberConnection.of(patroniMember.member(), password);
    }

    /** Called before something is started. @throws IOException if the installed version does not fit the data, or none is installed */
    PatroniSettings settings() throws IOException, InterruptedException {
        PatroniPrograms programs = PatroniPrograms.here();
        PatroniPrograms.Versions now = programs.versions(runAs);
        if (!now.postgresMajor().equals(group.versions().postgresMajor())) {
            throw new IOException(home.folder() + " holds data of PostgreSQL "
                    + group.versions().postgres() + ", and " + programs.postgres() + " is " + now.postgres()
                    + "; install that version, or remove it with 'testbed reset'");
        }
        String range = namespaces.map(own -> own.subnet().range()).orElse(GroupMember.HOST + "/32");
        return new PatroniSettings(group, programs, "squall-" + home.name(), range, password);
    }

    @Override
    public String toString() {
        return "servers in " + home.folder(); // not the password
    }

    /**
     * Finds the leader: the node whose own Patroni reports that it leads. Reports about other nodes are not used, because a node that is cut
     * off knows only the past.
     */
    record PatroniLeadership(List<PatroniMember> patroniMembers) {
        private static final int LIMIT_MS = 5_000;

        /** Empty if there is no leader, or it does not respond. */
        Optional<PatroniMember> leader() {
            return patroniMembers.stream().filter(PatroniLeadership::leads).findFirst();
        }

        /** Yes while it holds the role in etcd, and no longer than its {@code ttl} without hearing from there (REST API, {@code GET /primary}). */
        private static boolean leads(PatroniMember asked) {
            var uri = URI.create("http://" + asked.member().host() + ":" + asked.rest() + "/primary");
            try {
                var connection = (HttpURLConnection) uri.toURL().openConnection();
                connection.setConnectTimeout(LIMIT_MS);
                connection.setReadTimeout(LIMIT_MS);
                try {
                    return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
                } finally {
                    connection.disconnect();
                }
            } catch (IOException e) {
                return false; // dead or frozen
            }
        }
    }
}
