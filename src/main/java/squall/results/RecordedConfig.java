package squall.results;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import squall.results.file.AtomicFile;
import squall.system.FileTrees;
import squall.system.InputFile;
import squall.system.InvalidFileException;
import squall.system.SecretMasking;

/**
 * Configuration of a run, as {@code config/} records it.
 *
 * @param settings the effective ones by name; secrets are masked
 * @param files contents of the files that made the run, by name
 */
public record RecordedConfig(Map<String, String> settings, Map<String, String> files) {
    /** Configuration of a run that recorded none. */
    public static final RecordedConfig NONE = new RecordedConfig(Map.of(), Map.of());

    public RecordedConfig {
        settings = Map.copyOf(settings);
        files = Map.copyOf(files);
    }

    public static RecordedConfig read(Path folder) throws IOException {
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
        return FileTrees.entries(folder).stream().filter(Files::isRegularFile).toList();
    }

    /** Reads a file of settings, of which a merged run has one of each client. */
    public static Map<String, String> settings(Path file) throws IOException {
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

    /** Folder {@code config/}: the effective settings with their origins, and copies of the files that made the run, without secrets. */
    public static final class ConfigFolder {
        public static final String NAME = "config";
        static final String SETTINGS = "effective.properties";

        /** Maximum length of a file name; file systems accept 255 bytes. */
        private static final int LONGEST = 200;

        private ConfigFolder() {}

        static void write(Path directory, RunInfo info) throws IOException {
            Path folder = Files.createDirectories(directory.resolve(NAME));
            AtomicFile.write(folder.resolve(SETTINGS), properties(info.settings()));
            Set<String> taken = new HashSet<>(Set.of(SETTINGS));
            for (Map.Entry<String, String> file : new TreeMap<>(info.files()).entrySet()) {
                AtomicFile.write(
                        folder.resolve(free(plain(file.getKey()), taken)), SecretMasking.mask(file.getValue()));
            }
        }

        private static String properties(Map<String, RunInfo.Setting> settings) {
            StringBuilder text = new StringBuilder();
            new TreeMap<>(settings)
                    .forEach((key, setting) -> text.append("# from ")
                            .append(setting.origin().replaceAll("\\R", " "))
                            .append('\n')
                            .append(escaped(key).replaceAll("[ =:]", "\\\\$0"))
                            .append('=')
                            .append(escaped(SecretMasking.mask(key, setting.value()))
                                    .replaceFirst("^ ", "\\\\ "))
                            .append('\n'));
            return text.toString();
        }

        /** Escapes a text so that {@link java.util.Properties#load} reads it back. */
        private static String escaped(String text) {
            return text.replace("\\", "\\\\")
                    .replace("\n", "\\n")
                    .replace("\r", "\\r")
                    .replace("\t", "\\t");
        }

        /** Converts the name of a user's file, which may be any, to one that every file system and archive accepts. */
        private static String plain(String name) {
            String plain = name.replaceAll("[^\\w.\\-]", "_").replaceFirst("^\\.", "_");
            return plain.isEmpty() ? "_" : plain.substring(Math.max(0, plain.length() - LONGEST));
        }

        private static String free(String name, Set<String> taken) {
            String free = name;
            for (int number = 2; !taken.add(free); number++) {
                free = number + "-" + name;
            }
            return free;
        }
    }
}
