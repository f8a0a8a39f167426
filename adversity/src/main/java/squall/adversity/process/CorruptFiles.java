package squall.adversity.process;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import squall.adversity.MissingCapability;
import squall.adversity.NamedFaultProvider;
import squall.adversity.NodeStates;
import squall.adversity.process.BlockCorruption.Method;
import squall.spi.Cluster;
import squall.spi.Cluster.Restarts;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.Options;
import squall.spi.StoredFiles;
import squall.spi.StoredFiles.FileKind;

/**
 * Provider of corrupt files, by the name {@code corrupt}: blocks of a node's files are changed on the disk. A copy of each is kept before,
 * from which healing restores it.
 */
public final class CorruptFiles extends NamedFaultProvider {
    public CorruptFiles() {
        super(
                "corrupt",
                "changes blocks in files of nodes (files=" + CorruptionParameters.kinds(List.of(FileKind.values()))
                        + "; how=" + methods()
                        + "; amount=1 block) while they are down, then starts them; restart=false: while they run",
                Aim.NODES);
    }

    /** Returns the part of the cluster that is affected: nodes that continue to run serve, perhaps wrongly. */
    @Override
    public Aim aim(Options options) {
        return CorruptionParameters.of(options).restart() ? Aim.NODES : Aim.SERVING_NODES;
    }

    /** {@inheritDoc} @throws IllegalArgumentException also if the database has no files of the kind */
    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        CorruptionParameters parameters = CorruptionParameters.of(options);
        if (!(cluster instanceof StoredFiles files) || !(cluster instanceof Restarts)) {
            return Optional.of("Squall does not know the files of this cluster's nodes");
        }
        Optional<String> missing = MissingCapability.of(cluster, StoredFiles.class);
        if (missing.isEmpty()) {
            parameters.kindOf(files);
        }
        return missing;
    }

    @Override
    public Fault fault(FaultContext context, Options options) {
        return Corruption.of(NodeStates.ofTargets(kind(), context), context, CorruptionParameters.of(options));
    }

    private static String methods() {
        return Arrays.stream(Method.values()).map(Method::word).collect(Collectors.joining("|"));
    }
}
