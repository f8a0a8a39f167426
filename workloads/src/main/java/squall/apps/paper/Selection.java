package squall.apps.paper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.spi.Nearest;

/**
 * Which experiments are asked for.
 *
 * @param folder of their files
 * @param names of experiments over one API or both; none: all
 */
record Selection(Path folder, List<String> names) {
    Selection {
        names = List.copyOf(names);
    }

    /** In the order of the paper. @throws CommandException if a name is none, or a file is not as it should be */
    List<Config> configs() throws CommandException {
        requireKnown();
        List<Config> configs = new ArrayList<>();
        for (Experiment experiment : Experiment.values()) {
            for (Api api : Api.values()) {
                if (names.isEmpty() || names.contains(experiment.stem()) || names.contains(experiment.name(api))) {
                    configs.add(read(experiment, api));
                }
            }
        }
        return configs;
    }

    private Config read(Experiment experiment, Api api) throws CommandException {
        try {
            return Config.read(folder, experiment, api);
        } catch (IOException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    private void requireKnown() throws CommandException {
        List<String> known = new ArrayList<>();
        for (Experiment experiment : Experiment.values()) {
            known.add(experiment.stem());
            for (Api api : Api.values()) {
                known.add(experiment.name(api));
            }
        }
        for (String name : names) {
            if (!known.contains(name)) {
                throw new CommandException(
                        ExitCode.USAGE,
                        "--only must be names of experiments, " + String.join(", ", known) + ", not '" + name + "'"
                                + Nearest.hint(name, known));
            }
        }
    }
}
