package squall.clusters.compose;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import squall.clusters.ClusterTool;
import squall.system.process.ExternalProgram.Finished;

/**
 * Program docker, for one compose project.
 *
 * @param project its name
 * @param file of the project, absolute; without one nothing can be created
 */
record DockerCommand(ClusterTool tool, String project, Optional<String> file) {
    /** Limit long enough for an image to be fetched. */
    private static final Duration MAKE_LIMIT = Duration.ofMinutes(10);

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String REMEDY = "install Docker's client with its plugin compose, version 2";
    private static final AtomicLong HELPERS = new AtomicLong();
    private static final ObjectMapper JSON = new ObjectMapper();

    /** @param program {@code docker}, or the path of one */
    static DockerCommand of(String program, String project, Optional<String> file) {
        return new DockerCommand(new ClusterTool(List.of(program), REMEDY), project, file);
    }

    /** Returns the project's nodes, by name; numbers in names count as such. */
    List<DockerContainer> nodes() throws IOException, InterruptedException {
        String ids = say("ps", "-aq", "--no-trunc", "--filter", "label=com.docker.compose.project=" + project);
        if (ids.isBlank()) {
            return List.of();
        }
        List<DockerContainer> nodes = new ArrayList<>();
        Stream<String> inspect = Stream.concat(Stream.of("inspect"), ids.lines());
        for (JsonNode told : read(tool.say(LIMIT, inspect.toList()))) {
            DockerContainer container = new DockerContainer(told);
            if (container.serves()) {
                nodes.add(container);
            }
        }
        nodes.sort(Comparator.comparing((DockerContainer each) -> each.name().replaceAll("\\d+", ""))
                .thenComparingInt(each -> each.name().length())
                .thenComparing(DockerContainer::name));
        return List.copyOf(nodes);
    }

    private static JsonNode read(String text) throws IOException {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IOException(
                    "'docker inspect' must print JSON, not: "
                            + text.lines().findFirst().orElse(""),
                    e);
        }
    }

    /** Runs a docker command and returns its output. */
    String say(String... arguments) throws IOException, InterruptedException {
        return say(LIMIT, arguments);
    }

    /** Runs a docker command with another limit. */
    String say(Duration limit, String... arguments) throws IOException, InterruptedException {
        return tool.say(limit, List.of(arguments));
    }

    /** Runs a script in the container, by its shell. */
    Finished inside(DockerContainer container, String script, Duration limit) throws IOException, InterruptedException {
        return tool.run(limit, List.of("exec", container.id(), "sh", "-c", script));
    }

    /** Runs a command in the container's network, by a helper container that is removed afterwards in any case. */
    Finished runInNetworkOf(DockerContainer container, String image, List<String> command, Duration limit)
            throws IOException, InterruptedException {
        String name = "squall-" + project + "-" + ProcessHandle.current().pid() + "-" + HELPERS.incrementAndGet();
        List<String> words = new ArrayList<>(List.of("run", "--rm", "--name", name));
        words.addAll(List.of("--network", "container:" + container.id(), "--cap-add", "NET_ADMIN", "--user", "0"));
        words.addAll(
                List.of("--entrypoint", command.getFirst(), image)); // what the image would run by itself is not meant
        words.addAll(command.subList(1, command.size()));
        boolean ended = false;
        try {
            Finished finished = tool.run(limit, words);
            ended = true;
            return finished;
        } finally {
            if (!ended) { // with its client ended, the container would stay
                tool.run(LIMIT, List.of("rm", "-f", name));
            }
        }
    }

    boolean has(String image) throws IOException, InterruptedException {
        return tool.run(LIMIT, List.of("image", "inspect", image)).ok();
    }

    /** Fetches the image unless it is here. */
    void fetch(String image) throws IOException, InterruptedException {
        if (!has(image)) {
            tool.say(MAKE_LIMIT, List.of("pull", image));
        }
    }

    /** Runs a compose command on the file's services. @throws IOException if the project has no file */
    void compose(String... arguments) throws IOException, InterruptedException {
        compose(List.of(), arguments);
    }

    /** Runs a compose command with a second file whose settings take precedence. */
    void composeOverridden(Path override, String... arguments) throws IOException, InterruptedException {
        compose(List.of("-f", override.toString()), arguments);
    }

    private void compose(List<String> further, String... arguments) throws IOException, InterruptedException {
        String path = file.orElseThrow(() -> new IOException("project " + project
                + ": the option file=PATH must name the compose file, as services are to be made"));
        Stream<String> fixed = Stream.concat(Stream.of("compose", "-p", project, "-f", path), further.stream());
        Finished finished =
                tool.run(MAKE_LIMIT, Stream.concat(fixed, Stream.of(arguments)).toList());
        // Without its plugin docker rejects the first option that it does not know itself.
        if (!finished.ok() && !tool.run(LIMIT, List.of("compose", "version")).ok()) {
            throw new IOException("the program '" + tool.command().getFirst() + "' has no plugin compose: " + REMEDY);
        }
        finished.orThrow();
    }
}
