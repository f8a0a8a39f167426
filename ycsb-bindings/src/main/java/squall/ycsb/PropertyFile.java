package squall.ycsb;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import squall.cli.CommandEnvironment;
import squall.results.RunInfo.Setting;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.InputFile;

/**
 * Property file given with {@code -P}.
 *
 * @param name as typed
 * @param settings each with its line
 */
public record PropertyFile(String name, String text, Map<String, Setting> settings) {
    /** @throws CommandException if the file is nowhere, or is no properties file; names every place searched */
    public static PropertyFile read(String name, CommandEnvironment environment) throws CommandException {
        List<Path> places = places(name, environment);
        for (Path place : places) {
            if (Files.exists(place)) {
                return read(name, place);
            }
        }
        throw new CommandException(
                ExitCode.USAGE,
                "-P " + name + ": no such file; searched "
                        + String.join(", ", places.stream().map(Path::toString).toList()));
    }

    private static List<Path> places(String name, CommandEnvironment environment) {
        List<Path> places = new ArrayList<>();
        places.add(environment.folder().resolve(name));
        if (!Path.of(name).isAbsolute()) {
            Path workloads = Path.of("workloads");
            Path root = environment.home().orElse(environment.folder());
            places.add(root.resolve(workloads).resolve(name));
            places.add(root.resolve(workloads).resolve("literature").resolve(name));
        }
        return places;
    }

    private static PropertyFile read(String name, Path place) throws CommandException {
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
            throw CommandException.of("-P ", e);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "-P " + place + ": " + e.getMessage(), e);
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
