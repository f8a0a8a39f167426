package squall.testbed.patroni;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import squall.testbed.cluster.NodePlace;
import squall.testbed.ha.GroupMember;
import squall.testbed.ha.MemberConnection;
import squall.testbed.host.RunAs;
import squall.testbed.patroni.PatroniGroup.PatroniMember;

/** Set of one group's nodes, and the place where they run. */
record PatroniServers(PatroniFolder home, PatroniGroup group, NodePlace place) {
    static PatroniServers of(PatroniFolder home, PatroniGroup group) throws IOException {
        var place = new NodePlace(
                home.folder(), RunAs.of(group.runAs()), home.passwords().read(), home.namespaces(group));
        return new PatroniServers(home, group, place);
    }

    PatroniNode node(PatroniMember member) {
        return new PatroniNode(member, place.of(member));
    }

    List<PatroniNode> nodes() {
        return group.members().stream().map(this::node).toList();
    }

    /** Returns the number of running members of etcd. */
    int votes() throws IOException, InterruptedException {
        int votes = 0;
        for (PatroniNode node : nodes()) {
            votes += node.etcd().runs() ? 1 : 0;
        }
        return votes;
    }

    PatroniLeadership leadership() {
        return new PatroniLeadership(group.members());
    }

    MemberConnection sql(PatroniMember patroniMember) {
        return MemberConnection.of(patroniMember.member(), place.password());
    }

    /**
     * Returns the settings; called before a node is started. @throws IOException if the installed version does not fit the data, or none is
     * installed
     */
    PatroniSettings settings() throws IOException, InterruptedException {
        PatroniPrograms programs = PatroniPrograms.here();
        PatroniPrograms.Versions now = programs.versions(place.runAs());
        if (!now.postgresMajor().equals(group.versions().postgresMajor())) {
            throw new IOException(home.folder() + " holds data of PostgreSQL "
                    + group.versions().postgres() + ", and " + programs.postgres() + " is " + now.postgres()
                    + "; install that version, or remove it with 'testbed reset'");
        }
        String range = place.namespaces().map(own -> own.subnet().range()).orElse(GroupMember.HOST + "/32");
        return new PatroniSettings(group, programs, "squall-" + home.name(), range, place.password());
    }

    /**
     * Leadership of the group: the leader is the node whose own Patroni reports that it leads. Reports about other nodes are not used,
     * because a node that is cut off knows only the past.
     */
    record PatroniLeadership(List<PatroniMember> patroniMembers) {
        private static final int LIMIT_MS = 5_000;

        /** Finds the leader; empty if there is none, or it does not respond. */
        Optional<PatroniMember> leader() {
            return patroniMembers.stream().filter(PatroniLeadership::leads).findFirst();
        }

        /**
         * Returns whether a node leads: true while it holds the role in etcd, and no longer than its {@code ttl} without contact to it
         * (REST API, {@code GET /primary}).
         */
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
