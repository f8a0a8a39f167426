package squall.testbed.cluster;

import java.io.IOException;
import squall.spi.Cluster;

/** Cluster whose nodes can join and leave. */
public interface ScalableCluster extends Cluster, Cluster.Scales {
    /** Returns the place of the next node if nodes are distributed over regions and zones as before. */
    Node usualNext() throws IOException, InterruptedException;
}
