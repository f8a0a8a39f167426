package squall.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import squall.scenario.yaml.ScenarioSource;
import squall.scenario.yaml.YamlDocument;
import squall.scenario.yaml.YamlSection;
import squall.scenario.yaml.YamlValue;
import squall.spi.NearestName;
import squall.system.CommandException;
import squall.system.InputFile;

/** Library of the experiments of an installation: one YAML file each. @param folder {@code experiments/} */
public record ExperimentLibrary(Path folder) {
    private static final String SUFFIX = ".yaml";

    /** Returns the names, in the order of their files. */
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

    /** @throws CommandException if there is no such experiment, or its file is invalid */
    public ExperimentSpec find(String name) throws CommandException {
        try {
            return ExperimentReader.read(new ScenarioSource(file(name).toString(), text(name)));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e);
        }
    }

    /** Returns the text of an experiment's file. */
    String text(String name) throws CommandException {
        List<String> names = names();
        if (!names.contains(name)) {
            throw CommandException.usage("there is no experiment '" + name + "'" + NearestName.hint(name, names)
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

    /**
     * Experiment of the documents that no file repeats.
     *
     * @param numbers of the list of all experiments
     * @param reason what is missing, or what replaces it
     */
    public record UnavailableExperiment(List<Integer> numbers, String title, String reason) {
        private static final String FILE = "UNAVAILABLE.yaml";

        public UnavailableExperiment {
            numbers = List.copyOf(numbers);
        }

        /** Reads all of them. @param folder {@code experiments/} */
        public static List<UnavailableExperiment> read(Path folder) throws IOException {
            Path file = folder.resolve(FILE);
            ScenarioSource source = new ScenarioSource(file.toString(), InputFile.text(file));
            return YamlDocument.template(source, List.of("unavailable")).need("unavailable").items().stream()
                    .map(item -> entry(item.section(List.of("numbers", "title", "reason"))))
                    .toList();
        }

        private static UnavailableExperiment entry(YamlSection section) {
            return new UnavailableExperiment(
                    section.need("numbers").items().stream()
                            .map(YamlValue::whole)
                            .toList(),
                    section.need("title").text(),
                    section.need("reason").text());
        }
    }
}
