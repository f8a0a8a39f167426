package squall.sysbench.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import squall.cli.CommandEnvironment;
import squall.system.CommandException;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/**
 * Reader of the arguments of a sysbench command line: {@code --table_size} is {@code --table-size}, a switch without a value is on, and
 * {@code --config-file} stands for the options in that file, which those of the command line overrule.
 */
final class SysbenchArguments {
    private static final Set<String> SWITCHES =
            Set.of("--range-selects", "--skip-trx", "--auto-inc", "--create-secondary", "--histogram");

    private static final String CONFIG_FILE = "--config-file";
    private static final String PRESETS = "workloads/sysbench/presets";

    private SysbenchArguments() {}

    /** @throws CommandException if a file cannot be read, or has a line that is no option */
    static List<String> of(List<String> words, CommandEnvironment environment) throws CommandException {
        List<String> plain = new ArrayList<>();
        List<String> fromFiles = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = withDashes(words.get(i));
            if (word.equals(CONFIG_FILE) && i + 1 < words.size()) {
                i++;
                fromFiles.addAll(options(words.get(i), environment));
            } else if (word.startsWith(CONFIG_FILE + "=")) {
                fromFiles.addAll(options(word.substring(CONFIG_FILE.length() + 1), environment));
            } else {
                plain.add(SWITCHES.contains(word) ? word + "=on" : word);
            }
        }
        fromFiles.addAll(plain);
        return fromFiles;
    }

    /** Replaces underscores in the name only: a value may contain them. */
    private static String withDashes(String word) {
        if (!word.startsWith("--")) {
            return word;
        }
        int end = word.indexOf('=') < 0 ? word.length() : word.indexOf('=');
        return word.substring(0, end).replace('_', '-') + word.substring(end);
    }

    private static List<String> options(String file, CommandEnvironment environment) throws CommandException {
        Path path = found(file, environment);
        try {
            List<String> options = new ArrayList<>();
            int number = 0;
            for (String line : InputFile.lines(path)) {
                number++;
                String text = line.strip();
                if (text.isEmpty() || text.startsWith("#")) {
                    continue;
                }
                int equals = text.indexOf('=');
                if (equals < 1 || text.startsWith("-")) {
                    throw CommandException.usage(
                            path + ", line " + number + ": a line must be name=value, not " + InputFile.excerpt(text));
                }
                String name = text.substring(0, equals).strip().replace('_', '-');
                options.add("--" + name + "=" + text.substring(equals + 1).strip());
            }
            return options;
        } catch (InvalidFileException e) {
            throw CommandException.usage(e);
        }
    }

    /** Finds a file in the user's directory, or else among the presets that are shipped, with or without the ending. */
    private static Path found(String file, CommandEnvironment environment) throws CommandException {
        Path near = environment.folder().resolve(file).toAbsolutePath().normalize();
        if (Files.isRegularFile(near)) {
            return near;
        }
        Optional<Path> presets = environment.home().map(home -> home.resolve(PRESETS));
        for (String name : List.of(file, file + ".conf")) {
            Optional<Path> shipped = presets.map(folder -> folder.resolve(name)).filter(Files::isRegularFile);
            if (shipped.isPresent()) {
                return shipped.get();
            }
        }
        throw CommandException.usage(CONFIG_FILE + ": there is no file " + near
                + presets.map(folder -> ", and no preset of this name in " + folder)
                        .orElse(""));
    }
}
