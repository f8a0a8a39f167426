package squall.report.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.Terminal;
import squall.host.FileErrors;
import squall.report.form.Form;
import squall.report.model.Document;
import squall.results.WholeFile;

/** Where a document goes: to a file if one is named, else to standard output. */
record Output(Form form, @Nullable Path file) {
    /** @throws CommandException if a page is wanted, and no file to put it into */
    static Output of(Form form, @Nullable Path file) throws CommandException {
        if (form == Form.HTML && file == null) {
            throw new CommandException(ExitCode.USAGE, "--format html needs a file to write the page to: --out FILE");
        }
        return new Output(form, file);
    }

    void write(Document document, PrintWriter print) throws CommandException {
        String text = form.of(document, Terminal.here(Terminal.Color.AUTO).out());
        if (file == null) {
            print.print(text);
        } else {
            save(file, text);
            print.print("report     " + file + "\n");
        }
        print.flush();
    }

    static void save(Path file, String text) throws CommandException {
        try {
            WholeFile.write(file, text);
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.UNREACHABLE,
                    "cannot write " + file + ": " + FileErrors.reason(e) + "; --out names another",
                    e);
        }
    }
}
