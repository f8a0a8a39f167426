package squall.results.imported;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Reads the files that one program left of one run. Used once. */
interface Importer {
    /** @throws IOException if a file is none of that program, or damaged; the message names the file and what was wanted */
    ImportedRun read(List<Path> files) throws IOException;
}
