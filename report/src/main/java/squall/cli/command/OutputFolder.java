package squall.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.FileErrors;

/**
 * Folder that a command writes its results to, checked before a database is touched: a run whose results cannot be kept must not begin.
 *
 * @param name of its content, for messages, such as {@code folder of results}
 * @param option that names another folder
 */
public record OutputFolder(Path path, String name, String option) {
    /** Minimum of free space: the results of a short run. */
    private static final long LEAST_BYTES = 1 << 20;

    /** Returns the folder of the run directories. */
    public static OutputFolder ofResults(Path path) {
        return new OutputFolder(path, "folder of results", RunOptions.RESULTS.option());
    }

    /**
     * Creates the folder.
     *
     * @throws CommandException if it cannot be created or written to, or its disk is full
     */
    public void make() throws CommandException {
        try {
            Files.createDirectories(path);
            if (!Files.isWritable(path)) {
                throw unusable("is not writable");
            }
            long left = Files.getFileStore(path).getUsableSpace();
            if (left < LEAST_BYTES) {
                throw unusable("has " + left / 1024 + " KiB free, but needs at least " + LEAST_BYTES / 1024);
            }
        } catch (IOException e) {
            throw unusable("cannot be created: " + reason(e));
        }
    }

    /** Returns why it could not be created; a file in its place, or above it, is named. */
    private String reason(IOException failure) {
        for (Path each = path; each != null; each = each.getParent()) {
            if (Files.exists(each)) {
                return Files.isDirectory(each) ? FileErrors.reason(failure) : each + " is not a folder but a file";
            }
        }
        return FileErrors.reason(failure);
    }

    private CommandException unusable(String why) {
        return new CommandException(
                ExitCode.UNREACHABLE,
                "the " + name + " " + path + " " + why + "; use " + option + " for another folder");
    }
}
