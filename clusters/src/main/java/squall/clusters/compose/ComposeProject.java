package squall.clusters.compose;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.clusters.ClientAccess;
import squall.spi.Cluster.Node;
import squall.spi.NoSuchClusterException;
import squall.spi.Options;
import squall.system.process.DetachedAlarm;

/**
 * Project of compose, by its options.
 *
 * @param port inside containers, if another than that of the labels
 * @param helper the image of containers that disturb links; empty if links are not to be disturbed
 * @param folder for the timers of its nodes
 */
record ComposeProject(
        DockerCommand docker, Options options, Optional<String> port, Optional<String> helper, Path folder) {
    private static final List<String> OWN = List.of("project", "file", "port", "links", "helper");
    private static final List<String> KNOWN =
            Stream.concat(OWN.stream(), ClientAccess.OPTIONS.stream()).toList();

    /** Image with nft, bash and timeout. */
    private static final String HELPER = "nicolaka/netshoot:v0.15";

    /** Last word of a label's name. */
    static final String LEAVE = "leave";

    private static final int MOST_PORT = 65_535;

    /**
     * Reads the options.
     *
     * @param program {@code docker}, or the path of one
     * @param folder for timers
     * @throws IllegalArgumentException if an option is unknown or has no such value
     */
    static ComposeProject of(String program, Options options, Path folder) {
        options.allowOnly(KNOWN);
        String name = options.text("project", "");
        if (!name.matches("[a-z0-9][a-z0-9_-]*")) {
            throw new IllegalArgumentException("compose: option 'project' must be the name of a compose project, of"
                    + " small letters, digits, _ and -, not '" + name + "'");
        }
        int port = options.number("port", 0, 1, MOST_PORT);
        return new ComposeProject(
                DockerCommand.of(program, name, said(options, "file").map(ComposeProject::absolute)),
                options,
                port == 0 ? Optional.empty() : Optional.of(Integer.toString(port)),
                helper(options),
                folder.resolve(name));
    }

    private static Optional<String> helper(Options options) {
        boolean links = options.flag("links", false);
        if (!links && said(options, "helper").isPresent()) {
            throw new IllegalArgumentException(
                    "compose: option 'helper' names the image by which links are disturbed: add links=true, or omit it");
        }
        return links ? Optional.of(options.text("helper", HELPER)) : Optional.empty();
    }

    private static Optional<String> said(Options options, String key) {
        return Optional.of(options.text(key, "")).filter(value -> !value.isEmpty());
    }

    private static String absolute(String path) {
        return Path.of(path).toAbsolutePath().normalize().toString();
    }

    /**
     * Returns the containers that belong to the cluster: not those in reserve.
     *
     * @throws NoSuchClusterException if there is no container at all
     * @throws IOException if there is none but in reserve
     */
    List<DockerContainer> members() throws IOException, InterruptedException {
        List<DockerContainer> all = docker.nodes();
        List<DockerContainer> members =
                all.stream().filter(DockerContainer::started).toList();
        if (members.isEmpty()) {
            String none = "compose project " + docker.project() + " has no node: no container of it with the"
                    + " label dev.squall.port was started; 'docker compose -p " + docker.project()
                    + " up' starts them, and so does the option file=PATH";
            throw all.isEmpty() ? new NoSuchClusterException(none) : new IOException(none);
        }
        return members;
    }

    DockerContainer member(Node node) throws IOException, InterruptedException {
        return members().stream()
                .filter(each -> each.name().equals(node.name()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "compose project " + docker.project() + " has no node '" + node.name() + "'"));
    }

    /** Returns why links cannot be disturbed; empty if they can. */
    Optional<String> withoutLinks() throws IOException, InterruptedException {
        if (helper.isEmpty()) {
            return Optional.of("links are left alone: the option links=true was not given");
        }
        return docker.has(helper.get())
                ? Optional.empty()
                : Optional.of("links are left alone: the image " + helper.get()
                        + " is not on this machine; 'docker pull " + helper.get()
                        + "' fetches it, and the option helper=IMAGE names another with nft, bash and timeout");
    }

    /** Returns why no node can join or leave; empty if one can. */
    Optional<String> fixed() throws IOException, InterruptedException {
        if (docker.file().isEmpty()) {
            return Optional.of("nodes are made from the compose file: the option file=PATH was not given");
        }
        boolean leave = members().stream().allMatch(each -> each.says(LEAVE).isPresent());
        return leave
                ? Optional.empty()
                : Optional.of("no node can leave: services must have the label dev.squall." + LEAVE
                        + ", a script that moves a node's data to the others");
    }

    /** Returns the access of clients by the nodes' labels, except what the options set. */
    ClientAccess clients() throws IOException, InterruptedException {
        DockerContainer first = members().getFirst();
        try {
            return ClientAccess.of(
                    options,
                    first.says("url").orElse(""),
                    first.says("user").orElse(""),
                    first.says("password").orElse(""));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "compose project " + docker.project() + ", option or label dev.squall.*: " + e.getMessage(), e);
        }
    }

    /** Returns the alarm that resumes a paused node; its folder is made when the alarm is armed. */
    DetachedAlarm timer(Node node) {
        return new DetachedAlarm(folder.resolve(node.name()), "timer");
    }
}
