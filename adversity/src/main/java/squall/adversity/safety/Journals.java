package squall.adversity.safety;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import squall.host.StateFolder;

/**
 * Where the journals of all runs of this user are found, also after a crash.
 *
 * @param folder {@code adversity} in the folder of Squall's state
 */
public record Journals(Path folder) {
    private static final String ENDING = ".journal";
    private static final Pattern RUN = Pattern.compile("[0-9a-f]{6}");

    /** Those of this user on this machine. */
    public static Journals here() throws IOException {
        return new Journals(StateFolder.here().folder("adversity"));
    }

    /** A journal for a run that begins. @throws IOException also if there is one of that name */
    public Journal begin(String run) throws IOException {
        return Journal.begin(file(run), Owner.here());
    }

    /** The runs whose journals may have something open, the oldest first. */
    public List<String> runs() throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(ENDING))
                    .sorted((a, b) ->
                            Long.compare(a.toFile().lastModified(), b.toFile().lastModified()))
                    .map(file -> file.getFileName().toString().replace(ENDING, ""))
                    .toList();
        }
    }

    /** What the journal of a run says; empty if there is none, so that nothing is left of the run. */
    public Optional<Story> story(String run) throws IOException {
        try {
            return Optional.of(Journal.read(file(run)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    Journal reopen(String run) throws IOException {
        return Journal.reopen(file(run));
    }

    /** Copies the journal to where the results of its run are. */
    public void copy(String run, Path to) throws IOException {
        Files.copy(file(run), to, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Puts the journal of a run of which nothing is left aside; it is looked through no more. */
    public void retire(String run) throws IOException {
        Path healed = Files.createDirectories(folder.resolve("healed"));
        try {
            Files.move(file(run), healed.resolve(run + ENDING), StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException e) {
            return; // another process that healed was quicker
        }
    }

    /** Where the journal of a run stands until all is healed. */
    public Path file(String run) {
        return folder.resolve(named(run) + ENDING);
    }

    /** @throws IllegalArgumentException if it is no name of a run: it becomes part of a path */
    private static String named(String run) {
        if (!RUN.matcher(run).matches()) {
            throw new IllegalArgumentException("a run is named by six hexadecimal digits, not '" + run + "'");
        }
        return run;
    }
}
