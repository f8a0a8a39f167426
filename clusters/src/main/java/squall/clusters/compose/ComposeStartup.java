package squall.clusters.compose;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import squall.spi.Cluster.State;
import squall.system.PollDeadline;

/** The nodes of a project made, started and waited for. @param say hears what takes longer than a moment */
record ComposeStartup(ComposeProject project, Consumer<String> say) {
    /** For a database to be made and to find itself. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** On return all that belong to it take clients. */
    void complete() throws IOException, InterruptedException {
        if (project.docker().file().isPresent()) {
            say.accept("starting compose project " + project.docker().project());
            project.docker().compose("up", "-d");
            reserve();
        }
        if (project.helper().isPresent()) {
            fetch(project.helper().get());
        }
        ComposeCluster cluster = new ComposeCluster(project);
        for (DockerContainer member : project.members()) {
            bring(cluster, member);
        }
    }

    /** Without the image links are left alone, and everything else can be done. */
    private void fetch(String image) throws InterruptedException {
        try {
            project.docker().fetch(image);
        } catch (IOException e) {
            say.accept("links are left alone: " + e.getMessage());
        }
    }

    /** Containers of services that {@code up} leaves alone, made and not started: nodes that may join later. */
    void reserve() throws IOException, InterruptedException {
        project.docker().compose("--profile", "spare", "create", "--no-recreate");
    }

    /** On return the node takes clients. @throws IOException with what it said last, if it does not in time */
    void bring(ComposeCluster cluster, DockerContainer member) throws IOException, InterruptedException {
        switch (member.process()) {
            case CREATED, ENDED -> project.docker().say("start", member.id());
            case PAUSED -> project.docker().say("unpause", member.id());
            case RUNNING -> {}
        }
        var node = member.node(project.port());
        if (!PollDeadline.in(LIMIT).await(() -> cluster.state(node) == State.UP)) {
            throw new IOException(node.name() + " (" + node.host() + ":" + node.port() + ") takes no clients "
                    + LIMIT.toSeconds() + " s after it was started: it is " + cluster.state(node) + "; it said last: "
                    + project.docker().say("logs", "--tail", "5", member.id()));
        }
    }
}
