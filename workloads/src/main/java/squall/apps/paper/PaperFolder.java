package squall.apps.paper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.report.reference.Form;
import squall.report.reference.Sheet;
import squall.results.WholeFile;

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

    /** Writes each table in every form that lasts. */
    void write(List<Sheet> sheets) throws IOException {
        for (Sheet sheet : sheets) {
            for (Form form : FORMS) {
                WholeFile.write(
                        path.resolve(sheet.name() + "." + form.suffix()),
                        String.join("\n", form.lines(List.of(sheet))) + "\n");
            }
        }
    }
}
