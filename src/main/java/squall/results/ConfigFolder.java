package squall.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import squall.cli.Secrets;

/** {@code config/}: the effective settings with where each came from, and copies of the files that made the run, without secrets. */
final class ConfigFolder {
    static final String NAME = "config";
    static final String SETTINGS = "effective.properties";

    private ConfigFolder() {}

    static void write(Path directory, RunInfo info) throws IOException {
        Path folder = Files.createDirectories(directory.resolve(NAME));
        WholeFile.write(folder.resolve(SETTINGS), properties(info.settings()));
        for (Map.Entry<String, String> file : new TreeMap<>(info.files()).entrySet()) {
            WholeFile.write(folder.resolve(plain(file.getKey())), Secrets.mask(file.getValue()));
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
                        .append(escaped(Secrets.mask(key, setting.value())).replaceFirst("^ ", "\\\\ "))
                        .append('\n'));
        return text.toString();
    }

    /** As {@link java.util.Properties#load} reads it back. */
    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("\n", "\\n")
                .replace("\r", "\\r")
                .replace("\t", "\\t");
    }

    private static String plain(String name) {
        if (!name.matches("[\\w.\\-]+") || name.startsWith(".") || name.equals(SETTINGS)) {
            throw new IllegalArgumentException(
                    "name of a copied file must be plain and not a reserved one: '" + name + "'");
        }
        return name;
    }
}
