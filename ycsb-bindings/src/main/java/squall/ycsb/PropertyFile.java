package squall.ycsb;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import squall.cli.CommandEnvironment;
import squall.results.RunInfo.Setting;
import squall.spi.NearestName;
import squall.system.CommandException;
import squall.system.InputFile;

/**
 * Property file given with {@code -P}.
 *
 * @param name as typed
 * @param settings each with its line
 */
public record PropertyFile(String name, String text, Map<String, Setting> settings) {
    /** @throws CommandException if the file is neither there nor an included one, or is no properties file */
    public static PropertyFile read(String name, CommandEnvironment environment) throws CommandException {
        return read("-P ", name, environment);
    }

    /** Reads a file as {@link #read(String, CommandEnvironment)}. @param typed what stands before the name, for messages */
    public static PropertyFile read(String typed, String name, CommandEnvironment environment) throws CommandException {
        Path near = environment.folder().resolve(name);
        if (Files.exists(near)) {
            return read(typed, name, near);
        }
        List<Path> included = included(environment);
        for (Path folder : included) {
            if (Files.exists(folder.resolve(name))) {
                return read(typed, name, folder.resolve(name));
            }
        }
        throw CommandException.usage(typed + name + ": no such file, and no workload of this name in workloads/ or"
                + " workloads/literature/ of Squall"
                + NearestName.hint(
                        name,
                        included.stream()
                                .flatMap(folder -> names(folder).stream())
                                .toList()));
    }

    /** Returns the folders of the included files. */
    private static List<Path> included(CommandEnvironment environment) {
        Path workloads = environment.home().orElse(environment.folder()).resolve("workloads");
        return List.of(workloads, workloads.resolve("literature"));
    }

    private static List<String> names(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .toList();
        } catch (IOException e) {
            return List.of(); // an installation without them: there is nothing to suggest
        }
    }

    private static PropertyFile read(String typed, String name, Path place) throws CommandException {
        try {
            String text = InputFile.text(place);
            Properties properties = new Properties();
            properties.load(new StringReader(text));
            Map<String, Setting> settings = new TreeMap<>();
            for (String key : properties.stringPropertyNames()) {
                settings.put(key, new Setting(properties.getProperty(key), name + ":" + lineOf(key, text)));
            }
            return new PropertyFile(name, text, settings);
        } catch (IOException e) {
            throw CommandException.of(typed, e);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(typed + place + ": " + e.getMessage(), e);
        }
    }

    /** Finds the last line that sets the key, as the last one counts; 1 if it hides behind an escape. */
    private static int lineOf(String key, String text) {
        Pattern sets = Pattern.compile("\\s*" + Pattern.quote(key) + "\\s*([=:\\s].*)?");
        List<String> lines = text.lines().toList();
        for (int line = lines.size(); line > 0; line--) {
            if (sets.matcher(lines.get(line - 1)).matches()) {
                return line;
            }
        }
        return 1;
    }
}
