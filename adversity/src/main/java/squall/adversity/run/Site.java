package squall.adversity.run;

import java.io.IOException;
import java.time.InstantSource;
import squall.adversity.Kinds;
import squall.adversity.safety.Chronicle;
import squall.scenario.Choice;
import squall.spi.Cluster;
import squall.spi.FaultProvider;

/**
 * Where faults take place, and what is kept of them.
 *
 * @param run six hexadecimal digits, part of the name of everything that faults make
 * @param choice by which the cluster is found again
 * @param chronicle keeps all that heals
 */
public record Site(
        String run,
        Choice choice,
        Cluster cluster,
        Kinds<FaultProvider> faults,
        Chronicle chronicle,
        InstantSource clock) {
    /** How it stands now. */
    Ground ground() throws IOException, InterruptedException {
        return Ground.of(cluster);
    }
}
