package squall.clusters.ssh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import squall.clusters.ssh.Commands.Act;
import squall.host.Folders;
import squall.host.StateFolder;
import squall.spi.Cluster;
import squall.spi.ClusterProvider;
import squall.spi.Options;

/** Offers hosts that an inventory names as a cluster, by the name {@code ssh}; the option {@code inventory} is the file. */
public final class SshProvider implements ClusterProvider {
    private final String program;
    private final Optional<Path> folder;

    /** With the ssh that the path finds. */
    public SshProvider() {
        this("ssh", Optional.empty());
    }

    /** @param folder for connections that are kept; empty for that of Squall's state */
    SshProvider(String program, Optional<Path> folder) {
        this.program = program;
        this.folder = folder;
    }

    @Override
    public String kind() {
        return "ssh";
    }

    @Override
    public Cluster cluster(Options options, Consumer<String> say) throws IOException, InterruptedException {
        SshCluster cluster = described(options);
        cluster.requireServing();
        return cluster;
    }

    @Override
    public Cluster find(Options options) throws IOException {
        return described(options);
    }

    private SshCluster described(Options options) throws IOException {
        options.allowOnly(List.of("inventory"));
        String file = options.text("inventory", "");
        if (file.isEmpty()) {
            throw new IllegalArgumentException("ssh: option 'inventory' must name the file of the hosts");
        }
        Inventory inventory = InventoryReader.read(Path.of(file).toAbsolutePath(), System.getenv());
        Path sockets =
                folder.isPresent() ? folder.get() : StateFolder.here().path().resolve("ssh");
        Folders.make(sockets, "rwx------");
        Ssh ssh = Ssh.of(program, inventory.login(), sockets);
        return inventory.knows(Act.PRIMARY) ? new LedCluster(inventory, ssh) : new SshCluster(inventory, ssh);
    }
}
