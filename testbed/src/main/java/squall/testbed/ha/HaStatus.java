package squall.testbed.ha;

import java.io.IOException;
import java.util.Optional;
import squall.spi.Cluster;

/**
 * How a node is found.
 *
 * @param role primary or standby, as the node reports; else "stale": it will be cloned when it is started; else empty
 * @param replication how the primary sees it: streaming, and whether its confirmation counts; empty for the primary
 * @param pid of its server; 0 if it does not run
 */
public record HaStatus(Cluster.Node node, Cluster.State state, String role, String replication, long pid) {
    /** @param primary to be asked about the others, if there is one */
    public static HaStatus of(MemberConnection sql, Cluster.State state, long pid, Optional<MemberConnection> primary)
            throws IOException {
        GroupMember member = sql.member();
        String role = state == Cluster.State.UP ? role(sql) : "";
        return new HaStatus(
                member.node(),
                state,
                role,
                primary.map(asked -> replication(asked, member)).orElse(""),
                pid);
    }

    HaStatus stale() {
        return new HaStatus(node, state, role.isEmpty() ? "stale" : role, replication, pid);
    }

    private static String role(MemberConnection sql) throws IOException {
        return sql.text("SELECT CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END");
    }

    private static String replication(MemberConnection primary, GroupMember member) {
        try {
            return String.join(
                    ",",
                    primary.rows("SELECT state || ' ' || sync_state FROM pg_stat_replication WHERE application_name = '"
                            + member.name() + "'"));
        } catch (IOException e) {
            return ""; // no primary to ask, which its own row tells
        }
    }
}
