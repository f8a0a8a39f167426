package squall.apps.paper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.report.reference.Form;
import squall.report.reference.Sheet;

/** The folder of the whole: the tables, and below it a folder of results for each experiment. */
record PaperFolder(Path path) {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final List<Form> FORMS = List.of(Form.MARKDOWN, Form.CSV, Form.JSON);

    /** Makes it. @throws CommandException if it cannot be made, or is there already */
    static PaperFolder create(Path results, Instant now) throws CommandException {
        Path path = results.resolve(STAMP.format(now) + "-white-paper");
        try {
            Files.createDirectories(results);
            return new PaperFolder(Files.createDirectory(path));
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.UNREACHABLE,
                    "the folder of results " + path + " cannot be made: " + e + "; --results names another place",
                    e);
        }
    }

    /** Where the run directory of this experiment is made. */
    Path results(Config config) {
        return path.resolve(config.name());
    }

    /** Writes each table in every form that lasts; each file is the old one or the new one, never half of it. */
    void write(List<Sheet> sheets) throws IOException {
        for (Sheet sheet : sheets) {
            for (Form form : FORMS) {
                Path file = path.resolve(sheet.name() + "." + form.suffix());
                Path aside = file.resolveSibling(file.getFileName() + ".tmp");
                Files.write(aside, form.lines(List.of(sheet)));
                Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
