package squall.testbed.ha;

import java.io.IOException;
import squall.spi.Cluster;
import squall.testbed.postgres.Postmaster;

/**
 * How a node is found.
 *
 * @param role primary or standby, as the node says itself; else "stale": to be cloned when it is started; else empty
 * @param replication how the primary sees it: streaming, and quorum if its confirmation counts; empty for the primary
 * @param pid 0 if it does not run
 */
public record HaStatus(Cluster.Node node, Cluster.State state, String role, String replication, long pid) {
    static HaStatus of(HaNode node, Group group, String password) throws IOException, InterruptedException {
        Member member = node.member();
        var state = node.state(password);
        long pid = node.postmaster().map(Postmaster::pid).orElse(0L);
        boolean up = state == Cluster.State.UP;
        String idle = group.stale().contains(member.name()) ? "stale" : "";
        return new HaStatus(
                member.node(), state, up ? role(member, password) : idle, replication(member, group, password), pid);
    }

    private static String role(Member member, String password) throws IOException {
        return Sql.of(member, password).text("SELECT CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END");
    }

    private static String replication(Member member, Group group, String password) {
        try {
            return String.join(
                    ",",
                    Sql.probing(group.member(group.primary()), password)
                            .rows(
                                    "SELECT state || ' ' || sync_state FROM pg_stat_replication WHERE application_name = '"
                                            + member.name() + "'"));
        } catch (IOException e) {
            return ""; // no primary to ask, which its own row tells
        }
    }
}
