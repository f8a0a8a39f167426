package squall.adversity.safety;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import squall.adversity.safety.UndoJournal.Contents;
import squall.results.file.AtomicFile;
import squall.system.FileTrees;
import squall.system.StateFolder;

/**
 * Folder of the journals of all runs of this user, found also after a crash.
 *
 * @param folder {@code adversity} in the folder of Squall's state
 */
public record JournalFolder(Path folder) {
    private static final String ENDING = ".journal";
    private static final Pattern RUN = Pattern.compile("[0-9a-f]{6}");

    /** Returns the folder of this user on this machine. */
    public static JournalFolder here() throws IOException {
        return new JournalFolder(StateFolder.here().folder("adversity"));
    }

    /** Creates a journal for a run that begins. @throws IOException also if there is one of that name */
    public UndoJournal begin(String run) throws IOException {
        return UndoJournal.begin(file(run), UndoJournal.JournalOwner.here());
    }

    /** Returns the runs whose journals may have something open, the oldest first. */
    public List<String> runs() throws IOException {
        return FileTrees.entries(folder).stream()
                .filter(file -> file.getFileName().toString().endsWith(ENDING))
                .sorted(Comparator.comparingLong(file -> file.toFile().lastModified()))
                .map(file -> file.getFileName().toString().replace(ENDING, ""))
                .filter(run -> RUN.matcher(run).matches()) // a person's copy of a journal is none
                .toList();
    }

    /** Returns the content of a run's journal; empty if there is none, and so nothing is left of the run. */
    public Optional<Contents> contents(String run) throws IOException {
        try {
            return Optional.of(UndoJournal.read(file(run)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    UndoJournal reopen(String run) throws IOException {
        return UndoJournal.reopen(file(run));
    }

    /** Copies the journal to the results of its run, without the secrets that its options may contain. */
    public void copy(String run, Path to) throws IOException {
        AtomicFile.write(to, UndoJournal.withoutSecrets(file(run)));
    }

    /** Archives the journal of a run of which nothing is left; it is no longer searched. */
    public void retire(String run) throws IOException {
        Path healed = Files.createDirectories(folder.resolve("healed"));
        try {
            Files.move(file(run), healed.resolve(run + ENDING), StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException e) {
            return; // another process that healed was quicker
        }
    }

    /** Returns the path of a run's journal until all is healed. */
    public Path file(String run) {
        return folder.resolve(named(run) + ENDING);
    }

    /** @throws IllegalArgumentException if it is no name of a run: it becomes part of a path */
    private static String named(String run) {
        if (!RUN.matcher(run).matches()) {
            throw new IllegalArgumentException("a run identifier has six hexadecimal digits, unlike '" + run + "'");
        }
        return run;
    }
}
