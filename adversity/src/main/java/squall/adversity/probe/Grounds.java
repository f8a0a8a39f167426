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

/** Reaches the database of a run in the language it speaks. @param name of the run, six hexadecimal digits */
record Grounds(Target target, List<Cluster.Node> nodes, String name) {
    private static final int HEXADECIMAL = 16;

    /** The run as rows carry it. */
    long run() {
        return Long.parseLong(name, HEXADECIMAL);
    }

    /** Connects. @param answer how long a call may take */
    Ground open(Duration answer) throws IOException, InterruptedException {
        return CqlAddress.isUrl(target.url())
                ? CqlGround.connect(target, nodes, run(), answer)
                : SqlGround.connect(target, nodes, name, answer);
    }
}
