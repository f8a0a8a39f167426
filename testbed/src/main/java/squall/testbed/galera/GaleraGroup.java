package squall.testbed.galera;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import squall.testbed.cluster.ClusterNote;
import squall.testbed.cluster.NoteFormat;

/**
 * Note of a group; only the nodes know which of them belong to its primary component.
 *
 * @param madeBy mark of a file written by Squall
 * @param version of MariaDB
 * @param runAs the user that runs the servers
 * @param flushLog innodb_flush_log_at_trx_commit of every node
 * @param lastNumber the highest number that a node has had; numbers of removed nodes are not reused
 */
record GaleraGroup(
        String madeBy, String version, String runAs, String flushLog, int lastNumber, List<GaleraMember> members)
        implements ClusterNote<GaleraMember> {
    static final NoteFormat<GaleraGroup> FORMAT =
            new NoteFormat<>("group.json", GaleraGroup.class, "squall testbed galera");

    GaleraGroup {
        flushLog =
                Objects.requireNonNullElse(flushLog, GaleraShape.DURABLE); // of groups from before there was a choice
        members = List.copyOf(members);
    }

    static GaleraGroup of(String version, String runAs, String flushLog, List<GaleraMember> members) {
        return new GaleraGroup(FORMAT.madeBy(), version, runAs, flushLog, members.size(), members);
    }

    GaleraGroup with(GaleraMember joining) {
        return new GaleraGroup(
                madeBy,
                version,
                runAs,
                flushLog,
                Math.max(lastNumber, joining.number()),
                Stream.concat(members.stream(), Stream.of(joining)).toList());
    }

    GaleraGroup without(GaleraMember leaving) {
        return new GaleraGroup(
                madeBy,
                version,
                runAs,
                flushLog,
                lastNumber,
                members.stream().filter(member -> !member.equals(leaving)).toList());
    }
}
