package squall.results;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/**
 * What {@code config/} says made a run.
 *
 * @param settings the effective ones by name; secrets are masked
 * @param files contents of the files that made the run, by name
 */
public record RecordedConfig(Map<String, String> settings, Map<String, String> files) {
    /** Of a run that kept none. */
    static final RecordedConfig NONE = new RecordedConfig(Map.of(), Map.of());

    public RecordedConfig {
        settings = Map.copyOf(settings);
        files = Map.copyOf(files);
    }

    static RecordedConfig read(Path folder) throws IOException {
        Map<String, String> settings = new TreeMap<>();
        Map<String, String> files = new TreeMap<>();
        for (Path file : files(folder)) {
            if (file.endsWith(ConfigFolder.SETTINGS)) {
                settings.putAll(settings(file));
            } else {
                files.put(file.getFileName().toString(), InputFile.text(file));
            }
        }
        return new RecordedConfig(settings, files);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static Map<String, String> settings(Path file) throws IOException {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(InputFile.text(file)));
        } catch (IllegalArgumentException e) { // an escape that lacks digits
            throw new InvalidFileException(file + ": " + e.getMessage(), e);
        }
        Map<String, String> settings = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name, "")));
        return settings;
    }
}
