package squall.clusters.compose;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import squall.clusters.Asking;
import squall.host.StateFolder;
import squall.spi.Cluster;
import squall.spi.ClusterProvider;
import squall.spi.Options;

/**
 * Offers a docker compose project as a cluster, by the name {@code compose}. Options: {@code project} is its name; {@code file} the file
 * that makes it; {@code port} the one that clients use inside containers; {@code url}, {@code user} and {@code password} how they connect;
 * {@code links=true} lets links be disturbed, by containers of the image {@code helper}.
 */
public final class ComposeProvider implements ClusterProvider {
    private final String program;
    private final Optional<Path> folder;

    /** With the docker that the path finds. */
    public ComposeProvider() {
        this("docker", Optional.empty());
    }

    /** @param folder for timers; empty for that of Squall's state */
    ComposeProvider(String program, Optional<Path> folder) {
        this.program = program;
        this.folder = folder;
    }

    @Override
    public String kind() {
        return "compose";
    }

    @Override
    public Cluster cluster(Options options, Consumer<String> say) throws IOException, InterruptedException {
        Project project = project(options);
        new Assembly(project, say).complete();
        return found(project);
    }

    @Override
    public Cluster find(Options options) throws IOException {
        return found(project(options));
    }

    private static Cluster found(Project project) throws IOException {
        boolean led =
                Asking.now(project::members).getFirst().says(LedCluster.WORD).isPresent();
        return led ? new LedCluster(project) : new ComposeCluster(project);
    }

    private Project project(Options options) throws IOException {
        Path timers = folder.isPresent() ? folder.get() : StateFolder.here().folder("compose");
        return Project.of(program, options, timers);
    }
}
