package squall.testbed.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster;
import squall.testbed.host.DiskShape;
import squall.testbed.host.LoopDisk;

/** Cluster on this machine whose nodes may have disks of their own, of which the power is cut. */
public interface PowerCutCluster extends Cluster, Cluster.PowerCuts, Cluster.Local {
    /** The option by which a new cluster gets disks. */
    String REMEDY = DiskShape.OPTION + "=own";

    /** Returns the disk of the node; empty if its data is in a folder of this machine's own file system. */
    Optional<LoopDisk> disk(Node node) throws IOException;

    /** Returns the reason why the power of the existing cluster cannot be cut; empty if it can. */
    default Optional<String> withoutDisks() throws IOException {
        for (Node node : nodes()) {
            if (disk(node).isEmpty()) {
                return Optional.of(node.name() + " has no disk of its own: create the cluster with " + REMEDY
                        + " ('testbed up --" + DiskShape.OPTION + " own')");
            }
        }
        return Optional.empty();
    }

    private LoopDisk required(Node node) throws IOException {
        return disk(node).orElseThrow(() -> new IOException(node.name() + " has no disk of its own"));
    }

    @Override
    default Duration stopDisks(List<Node> nodes, String mark) throws IOException, InterruptedException {
        return stopDisks(nodes, mark, Duration.ZERO).between();
    }

    @Override
    default StoppedDisks stopDisks(List<Node> nodes, String mark, Duration unsaved)
            throws IOException, InterruptedException {
        List<LoopDisk> disks = new ArrayList<>();
        List<Long> users = new ArrayList<>();
        for (Node node : nodes) {
            disks.add(required(node));
            users.addAll(pids(node));
        }
        return LoopDisk.stop(disks, mark, users, unsaved);
    }

    @Override
    default boolean diskStopped(Node node) throws IOException {
        Optional<LoopDisk> disk = disk(node);
        return disk.isPresent() && disk.get().stopped();
    }

    @Override
    default void restoreDisk(Node node) throws IOException, InterruptedException {
        LoopDisk disk = required(node);
        if (disk.stopped()) {
            disk.detach();
        }
        disk.attach();
    }

    @Override
    default MarkFiles markFiles(Node node, String mark) throws IOException, InterruptedException {
        return required(node).found(mark);
    }

    @Override
    default void clearMark(Node node, String mark) throws IOException, InterruptedException {
        required(node).clear(mark);
    }
}
