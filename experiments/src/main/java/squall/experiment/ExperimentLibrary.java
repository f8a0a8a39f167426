package squall.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import squall.scenario.yaml.ScenarioSource;
import squall.spi.NearestName;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.InputFile;

/** The experiments of an installation: one YAML file each. @param folder {@code experiments/} */
public record ExperimentLibrary(Path folder) {
    private static final String SUFFIX = ".yaml";

    /** By name, in the order of their files. */
    public List<String> names() throws CommandException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(SUFFIX) && Character.isLowerCase(file.charAt(0)))
                    .map(file -> file.substring(0, file.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw CommandException.of("cannot list experiments: ", e);
        }
    }

    public List<ExperimentSpec> all() throws CommandException {
        List<ExperimentSpec> all = new ArrayList<>();
        for (String name : names()) {
            all.add(find(name));
        }
        return all;
    }

    /** @throws CommandException if there is no such experiment, or its file is not what it should be */
    public ExperimentSpec find(String name) throws CommandException {
        try {
            return ExperimentReader.read(new ScenarioSource(file(name).toString(), text(name)));
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    /** The text of its file. */
    String text(String name) throws CommandException {
        List<String> names = names();
        if (!names.contains(name)) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "there is no experiment '" + name + "'" + NearestName.hint(name, names)
                            + " (bin/experiment list shows them)");
        }
        try {
            return InputFile.text(file(name));
        } catch (IOException e) {
            throw CommandException.of(e);
        }
    }

    private Path file(String name) {
        return folder.resolve(name + SUFFIX);
    }
}
