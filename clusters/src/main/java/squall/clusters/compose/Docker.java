package squall.clusters.compose;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.clusters.Tool;
import squall.host.Program.Finished;

/**
 * The docker program, for one compose project.
 *
 * @param project its name
 * @param file of the project, absolute; without one nothing can be made
 */
record Docker(Tool tool, String project, Optional<String> file) {
    /** Enough for an image to be fetched. */
    private static final Duration MAKE_LIMIT = Duration.ofMinutes(10);

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String REMEDY = "install Docker's client with its plugin compose, version 2";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** @param program {@code docker}, or the path of one */
    static Docker of(String program, String project, Optional<String> file) {
        return new Docker(new Tool(List.of(program), REMEDY), project, file);
    }

    /** Those of the project's nodes, by name; numbers in names count as such. */
    List<Container> nodes() throws IOException, InterruptedException {
        String ids = say("ps", "-aq", "--no-trunc", "--filter", "label=com.docker.compose.project=" + project);
        if (ids.isBlank()) {
            return List.of();
        }
        List<Container> nodes = new ArrayList<>();
        Stream<String> inspect = Stream.concat(Stream.of("inspect"), ids.lines());
        for (JsonNode told : read(tool.say(LIMIT, inspect.toList()))) {
            Container container = new Container(told);
            if (container.serves()) {
                nodes.add(container);
            }
        }
        nodes.sort(Comparator.comparing((Container each) -> each.name().replaceAll("\\d+", ""))
                .thenComparingInt(each -> each.name().length())
                .thenComparing(Container::name));
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

    /** Has docker do something with containers. */
    String say(String... arguments) throws IOException, InterruptedException {
        return tool.say(LIMIT, List.of(arguments));
    }

    /** In the container, by its shell. */
    Finished inside(Container container, String script, Duration limit) throws IOException, InterruptedException {
        return tool.run(limit, List.of("exec", container.id(), "sh", "-c", script));
    }

    /** In the container's network, by a container of its own that is gone afterwards. */
    Finished beside(Container container, String image, List<String> command) throws IOException, InterruptedException {
        List<String> run =
                List.of("run", "--rm", "--network", "container:" + container.id(), "--cap-add", "NET_ADMIN", image);
        return tool.run(LIMIT, Stream.concat(run.stream(), command.stream()).toList());
    }

    /** Fetches the image unless it is here. */
    void fetch(String image) throws IOException, InterruptedException {
        if (!tool.run(LIMIT, List.of("image", "inspect", image)).ok()) {
            tool.say(MAKE_LIMIT, List.of("pull", image));
        }
    }

    /** Has compose do something with the file's services. @throws IOException if the project was told without its file */
    void compose(String... arguments) throws IOException, InterruptedException {
        String path = file.orElseThrow(() -> new IOException("project " + project
                + ": the option file=PATH must name the compose file, as services are to be made"));
        Stream<String> fixed = Stream.of("compose", "-p", project, "-f", path);
        tool.say(MAKE_LIMIT, Stream.concat(fixed, Stream.of(arguments)).toList());
    }
}
