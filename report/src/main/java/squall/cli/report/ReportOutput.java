package squall.cli.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import squall.report.format.ReportFormat;
import squall.report.model.ReportDocument;
import squall.results.file.AtomicFile;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.FileErrors;
import squall.system.TerminalStreams;

/** Output of a document: to a file if one is named, else to standard output. */
record ReportOutput(ReportFormat form, @Nullable Path file) {
    /** @throws CommandException if the format is a page, and there is no file to write it to */
    static ReportOutput of(ReportFormat form, @Nullable Path file) throws CommandException {
        if (form == ReportFormat.HTML && file == null) {
            throw new CommandException(ExitCode.USAGE, "--format html needs a file to write the page to: --out FILE");
        }
        return new ReportOutput(form, file);
    }

    void write(ReportDocument document, PrintWriter print) throws CommandException {
        String text = form.of(
                document, TerminalStreams.here(TerminalStreams.Color.AUTO).out());
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
            AtomicFile.write(file, text);
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.UNREACHABLE,
                    "cannot write " + file + ": " + FileErrors.reason(e) + "; --out names another",
                    e);
        }
    }
}
