package squall.adversity.scenarios;

import squall.host.InvalidFileException;
import squall.host.InputFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.scenario.yaml.Library;
import squall.scenario.yaml.Source;

/** The scenarios in the folder of one of them, before those of another library. */
record Beside(Path folder, Library others) implements Library {
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
    public Optional<Source> find(String name) {
        Path file = folder.resolve(name + ENDING);
        return InputFile.exists(file) ? Optional.of(text(file)) : others.find(name);
    }

    private static Source text(Path file) {
        try {
            return new Source(file.toString(), InputFile.text(file));
        } catch (InvalidFileException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
