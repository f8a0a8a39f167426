package squall.adversity.scenarios;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import squall.host.InputFile;
import squall.host.InvalidFileException;
import squall.scenario.Scenario;
import squall.scenario.yaml.Library;
import squall.scenario.yaml.ScenarioReader;
import squall.scenario.yaml.Source;
import squall.spi.Nearest;

/** Finds scenarios by the name of one that is shipped, or by the path of a file. */
public final class Scenarios {
    private final Library shipped = new Shipped();
    private final Map<String, String> environment;

    /** @param environment values for <code>${NAME}</code> in files */
    public Scenarios(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** Those that are shipped, in the order in which they are listed. */
    public List<String> names() {
        return shipped.names();
    }

    /**
     * The scenario in one of its sizes.
     *
     * @param nameOrPath a path if it has a slash or a point in it
     * @throws IllegalArgumentException if there is none of that name or size, or its file is no scenario
     * @throws IOException if the file cannot be read
     */
    public Scenario read(String nameOrPath, String size) throws IOException {
        return isPath(nameOrPath)
                ? reader(beside(Path.of(nameOrPath))).read(file(Path.of(nameOrPath)), size)
                : reader(shipped).read(shipped(nameOrPath), size);
    }

    /** The sizes it can be had in, {@link ScenarioReader#FULL} first; see {@link #read}. */
    public List<String> sizes(String nameOrPath) throws IOException {
        return isPath(nameOrPath)
                ? reader(beside(Path.of(nameOrPath))).sizes(file(Path.of(nameOrPath)))
                : reader(shipped).sizes(shipped(nameOrPath));
    }

    private static boolean isPath(String nameOrPath) {
        return nameOrPath.indexOf('/') >= 0 || nameOrPath.indexOf('.') >= 0;
    }

    private ScenarioReader reader(Library library) {
        return new ScenarioReader(library, environment);
    }

    private Library beside(Path file) {
        return new Beside(file.toAbsolutePath().normalize().resolveSibling(""), shipped);
    }

    private static Source file(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new InvalidFileException(
                    "there is no scenario file " + file + "; a name without slash and point is one that is shipped");
        }
        return new Source(file.toString(), InputFile.text(file));
    }

    private Source shipped(String name) {
        return shipped.find(name)
                .orElseThrow(() -> new IllegalArgumentException("there is no scenario '" + name + "', there are "
                        + names() + " and files by their path" + Nearest.hint(name, names())));
    }
}
