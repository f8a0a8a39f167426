package squall.benchbase.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.cli.CommandEnvironment;
import squall.cli.command.OutputFolder;
import squall.cli.command.RunOptions;
import squall.spi.NearestName;
import squall.system.CommandException;

/**
 * Command line and the environment of its process.
 *
 * @param words arguments as typed
 */
record BenchbaseInvocation(
        BenchbaseFlags flags, SquallFlags own, RunOptions options, CommandEnvironment environment, List<String> words) {

    BenchbaseInvocation {
        words = List.copyOf(words);
    }

    /** Resolves a path against the folder that the user is in. */
    Path path(String given) {
        return environment.folder().resolve(given).toAbsolutePath().normalize();
    }

    /** Resolves the configuration file against the folder that the user is in, or else Squall's own, which contains some. */
    Path config() {
        Path near = path(flags.config);
        Optional<Path> shipped = environment.home().map(home -> home.resolve(flags.config));
        return Files.exists(near) ? near : shipped.filter(Files::exists).orElse(near);
    }

    /** Checks that the configuration file exists. @throws CommandException with the name of the file that may be meant */
    void requireConfig() throws CommandException {
        Path file = config();
        if (!Files.exists(file)) {
            String name = String.valueOf(file.getFileName());
            List<String> others = new ArrayList<>();
            for (Path folder : folders()) {
                others.addAll(names(folder.resolve(flags.config).resolveSibling("")));
            }
            throw CommandException.usage(file + ": no such file or folder" + NearestName.hint(name, others));
        }
    }

    private static List<String> names(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        } catch (IOException e) {
            return List.of(); // no such folder: there is nothing to suggest
        }
    }

    /** Returns the folders against which relative paths inside the configuration file are resolved; the first that has the file counts. */
    List<Path> folders() {
        List<Path> folders = new ArrayList<>(List.of(path("")));
        environment.home().ifPresent(folders::add);
        return folders;
    }

    /**
     * Creates the folders that works write to, if any are to be executed; called before a database is touched.
     *
     * @param files folder of BenchBase's files
     * @throws CommandException naming the option of a folder that cannot be written to
     */
    void makeFolders(Path files) throws CommandException {
        if (!flags.steps().execute()) {
            return;
        }
        OutputFolder.ofResults(options.results(environment)).make();
        new OutputFolder(files, "folder of BenchBase's files", "--directory").make();
        if (flags.histograms.isPresent()) {
            Path folder = path(flags.histograms.get()).resolveSibling("");
            new OutputFolder(folder, "folder of the counts by outcome", "--json-histograms").make();
        }
    }
}
