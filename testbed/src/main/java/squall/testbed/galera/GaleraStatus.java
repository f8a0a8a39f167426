package squall.testbed.galera;

import java.util.Optional;
import squall.spi.Cluster;

/**
 * How a node is found.
 *
 * @param component that it belongs to, in its own words: Primary or non-Primary; empty if it does not answer
 * @param synced its progress, in its own words: Synced, Joining, Donor/Desynced …; empty if it does not answer
 * @param sees how many nodes its component has
 * @param committed number of the last transaction that it has committed; -1 if it does not answer
 * @param pid of its server; 0 if it does not run
 */
public record GaleraStatus(
        Cluster.Node node,
        Cluster.State state,
        String component,
        String synced,
        int sees,
        long committed,
        String provider,
        long pid) {
    static GaleraStatus of(Cluster.Node node, Cluster.State state, Optional<GaleraConnection.Report> report, long pid) {
        return new GaleraStatus(
                node,
                state,
                report.map(GaleraConnection.Report::component).orElse(""),
                report.map(GaleraConnection.Report::state).orElse(""),
                report.map(GaleraConnection.Report::size).orElse(0),
                report.map(GaleraConnection.Report::committed).orElse(-1L),
                report.map(GaleraConnection.Report::provider).orElse(""),
                pid);
    }
}
