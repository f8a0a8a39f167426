package squall.cli.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
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
            throw CommandException.usage("--format html needs a file to write the page to: --out FILE");
        }
        return new ReportOutput(form, file);
    }

    /** Options for the format of a document with expectations, and its file. Mix in with {@code @Mixin}. */
    static final class OutputOptions {
        @Option(
                names = "--format",
                paramLabel = "FORM",
                defaultValue = "text",
                description = "text, markdown, csv, json, junit or html (default: ${DEFAULT-VALUE}).")
        private ReportFormat form;

        @Mixin
        private DestinationOptions destination;

        @SuppressWarnings("NullAway.Init") // picocli fills in the fields before a command is called
        OutputOptions() {}

        ReportOutput output() throws CommandException {
            return destination.output(form);
        }
    }

    /** Options for the file of a document, or for JSON. Mix in with {@code @Mixin}. */
    static final class DestinationOptions {
        @Option(names = "--json", description = "Print one JSON document, as --format json does.")
        private boolean json;

        @Option(names = "--out", paramLabel = "FILE", description = "Write to this file; needed for html.")
        private @Nullable Path out;

        ReportOutput output(ReportFormat form) throws CommandException {
            return of(json ? ReportFormat.JSON : form, out);
        }
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
