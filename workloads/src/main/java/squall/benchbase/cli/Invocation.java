package squall.benchbase.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.Surroundings;

/**
 * A command line and what is around it.
 *
 * @param words as typed
 */
record Invocation(BenchbaseFlags flags, SquallFlags own, Surroundings surroundings, List<String> words) {
    private static final String RESULTS = "results";

    Invocation {
        words = List.copyOf(words);
    }

    /** A path as the user means it: from the folder the user is in. */
    Path path(String given) {
        return surroundings.folder().resolve(given).toAbsolutePath().normalize();
    }

    /** The configuration file: from the folder the user is in, or else from Squall's own, which has some. */
    Path config() {
        Path near = path(flags.config());
        Optional<Path> shipped = surroundings.home().map(home -> home.resolve(flags.config()));
        return Files.exists(near) ? near : shipped.filter(Files::exists).orElse(near);
    }

    /** Where relative paths inside the configuration file begin. */
    List<Path> folders() {
        List<Path> folders = new ArrayList<>(List.of(path("")));
        surroundings.home().ifPresent(folders::add);
        return folders;
    }

    /** Where run directories go. */
    Path results() {
        String inherited = surroundings.environment().getOrDefault("SQUALL_RESULTS", "");
        return path(own.results().orElse(inherited.isEmpty() ? RESULTS : inherited));
    }

    /** The program and its arguments. */
    List<String> command() {
        List<String> command = new ArrayList<>(List.of("bin/benchbase"));
        command.addAll(words);
        return command;
    }

    static CommandException wrong(String message) {
        return new CommandException(ExitCode.USAGE, message);
    }
}
