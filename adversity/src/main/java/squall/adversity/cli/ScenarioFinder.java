package squall.adversity.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import squall.adversity.ProviderRegistry;
import squall.scenario.Injection;
import squall.scenario.Phase;
import squall.scenario.ProviderSpec;
import squall.scenario.Scenario;
import squall.scenario.yaml.ScenarioException;
import squall.scenario.yaml.ScenarioReader;
import squall.scenario.yaml.ScenarioSource;
import squall.spi.NearestName;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/** Finder of scenarios by the name of a bundled one, or by the path of a file. */
public final class ScenarioFinder {
    private final ScenarioReader.ScenarioLibrary shipped = new BundledScenarios();
    private final Map<String, String> environment;

    /** @param environment values for <code>${NAME}</code> in files */
    public ScenarioFinder(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** Lists the bundled scenarios, in the order in which they are shown. */
    public List<String> names() {
        return shipped.names();
    }

    /**
     * Reads a scenario in one of its sizes.
     *
     * @param nameOrPath a path if it has a slash or a point in it
     * @throws IllegalArgumentException if there is none of that name or size, or its file is not a scenario
     * @throws IOException if the file cannot be read
     */
    public Scenario read(String nameOrPath, String size) throws IOException {
        return read(nameOrPath, size, ScenarioFinder::requireFaults);
    }

    private Scenario read(String nameOrPath, String size, Consumer<Scenario> check) throws IOException {
        return isPath(nameOrPath)
                ? reader(inFolderOf(Path.of(nameOrPath))).read(file(Path.of(nameOrPath)), size, check)
                : reader(shipped).read(shipped(nameOrPath), size, check);
    }

    /**
     * Adds file and line to the refusal of a scenario.
     *
     * @param refusal its message begins with a path, such as {@code phases[2].target: }
     */
    ScenarioException located(String nameOrPath, String size, IllegalArgumentException refusal) throws IOException {
        try {
            Scenario unused = read(nameOrPath, size, scenario -> {
                throw refusal;
            });
        } catch (ScenarioException e) {
            return e;
        }
        throw new IllegalStateException("a refused scenario was read", refusal);
    }

    /** Lists its sizes, {@link ScenarioReader#FULL} first; see {@link #read}. */
    public List<String> sizes(String nameOrPath) throws IOException {
        return isPath(nameOrPath)
                ? reader(inFolderOf(Path.of(nameOrPath))).sizes(file(Path.of(nameOrPath)))
                : reader(shipped).sizes(shipped(nameOrPath));
    }

    /** Checks that every fault and every fallback is known. */
    private static void requireFaults(Scenario scenario) {
        for (int i = 0; i < scenario.phases().size(); i++) {
            if (scenario.phases().get(i) instanceof Phase.Disturbed disturbed) {
                requireFaults(i, disturbed);
            }
        }
    }

    private static void requireFaults(int phase, Phase.Disturbed disturbed) {
        List<Injection> injections = disturbed.injections();
        for (int j = 0; j < injections.size(); j++) {
            String at = disturbed.path(phase, j);
            requireFault(at + ".fault", injections.get(j).fault());
            injections.get(j).fallback().ifPresent(standIn -> requireFault(at + ".fallback", standIn));
        }
    }

    private static void requireFault(String path, ProviderSpec fault) {
        try {
            ProviderRegistry.ofFaults().named(fault.kind());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(path + ": " + e.getMessage(), e);
        }
    }

    private static boolean isPath(String nameOrPath) {
        return nameOrPath.indexOf('/') >= 0 || nameOrPath.indexOf('.') >= 0;
    }

    private ScenarioReader reader(ScenarioReader.ScenarioLibrary library) {
        return new ScenarioReader(library, environment);
    }

    private ScenarioReader.ScenarioLibrary inFolderOf(Path file) {
        return new FolderScenarios(file.toAbsolutePath().normalize().resolveSibling(""), shipped);
    }

    private static ScenarioSource file(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new InvalidFileException("there is no scenario file " + file
                    + "; only a name without slash and dot is looked up among the included scenarios");
        }
        return new ScenarioSource(file.toString(), InputFile.text(file));
    }

    private ScenarioSource shipped(String name) {
        return shipped.find(name)
                .orElseThrow(() -> new IllegalArgumentException("there is no scenario '" + name + "'"
                        + NearestName.choice(name, names()) + " 'adversity list' shows all; a file needs its path"));
    }

    /** Library of the scenarios that come with Squall, on the class path. */
    static final class BundledScenarios implements ScenarioReader.ScenarioLibrary {
        private static final String FOLDER = "/squall/scenarios/";

        /** Lists the names, the most general scenario first. */
        @Override
        public List<String> names() {
            return resource("INDEX")
                    .orElseThrow(() -> new IllegalStateException("no " + FOLDER + "INDEX on the class path"))
                    .lines()
                    .toList();
        }

        @Override
        public Optional<ScenarioSource> find(String name) {
            return names().contains(name)
                    ? resource(name + ".yaml").map(text -> new ScenarioSource(name + ".yaml", text))
                    : Optional.empty();
        }

        private static Optional<String> resource(String file) {
            try (InputStream in = BundledScenarios.class.getResourceAsStream(FOLDER + file)) {
                return in == null
                        ? Optional.empty()
                        : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + FOLDER + file + " from the class path", e);
            }
        }
    }

    /** Library of the scenarios in one folder, before those of another library. */
    private record FolderScenarios(Path folder, ScenarioReader.ScenarioLibrary others)
            implements ScenarioReader.ScenarioLibrary {
        private static final String ENDING = ".yaml";

        @Override
        public List<String> names() {
            try (Stream<Path> files = Files.list(folder)) {
                Stream<String> own = files.map(file -> file.getFileName().toString())
                        .filter(file -> file.endsWith(ENDING))
                        .map(file -> file.substring(0, file.length() - ENDING.length()))
                        .sorted();
                return Stream.concat(own, others.names().stream()).distinct().toList();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot list " + folder, e);
            }
        }

        @Override
        public Optional<ScenarioSource> find(String name) {
            Path file = folder.resolve(name + ENDING);
            return InputFile.exists(file) ? Optional.of(text(file)) : others.find(name);
        }

        private static ScenarioSource text(Path file) {
            try {
                return new ScenarioSource(file.toString(), InputFile.text(file));
            } catch (InvalidFileException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }
    }
}
