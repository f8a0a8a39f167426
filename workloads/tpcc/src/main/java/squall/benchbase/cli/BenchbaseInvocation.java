package squall.benchbase.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.cli.CommandEnvironment;
import squall.system.CommandException;
import squall.system.ExitCode;

/**
 * A command line and what is around it.
 *
 * @param words as typed
 */
record BenchbaseInvocation(BenchbaseFlags flags, SquallFlags own, CommandEnvironment surroundings, List<String> words) {

    BenchbaseInvocation {
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
        return path(surroundings.results(own.results()));
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
