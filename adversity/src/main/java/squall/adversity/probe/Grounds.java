package squall.adversity.probe;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import squall.adversity.probe.cql.CqlGround;
import squall.adversity.probe.ground.Ground;
import squall.adversity.probe.sql.SqlGround;
import squall.cql.CqlAddress;
import squall.spi.Cluster;
import squall.spi.Target;

/** Reaches the database of a run. */
interface Grounds {
    /** Connects. @param answer how long a call may take */
    Ground open(Duration answer) throws IOException, InterruptedException;

    /** In the language the database speaks. @param run its id, six hexadecimal digits */
    static Grounds at(Target target, List<Cluster.Node> nodes, String run) {
        return answer -> CqlAddress.isUrl(target.url())
                ? CqlGround.connect(target, nodes, run, answer)
                : SqlGround.connect(target, nodes, run, answer);
    }
}
