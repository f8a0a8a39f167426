package squall.testbed.cluster;

import java.io.IOException;
import java.nio.file.Path;
import squall.testbed.host.JsonFile;

/**
 * Format of a cluster's note: JSON that names the program that wrote it.
 *
 * @param file its name in the folder of the cluster
 * @param madeBy the expected content of the member of that name
 */
public record NoteFormat<G extends ClusterNote<?>>(String file, Class<G> type, String madeBy) {
    Path in(Path folder) {
        return folder.resolve(file);
    }

    G read(Path folder, String text) throws IOException {
        G note = new JsonFile(in(folder)).parsed(text, type);
        if (madeBy.equals(note.madeBy())) {
            return note;
        }
        throw new IOException(in(folder) + " was not written by Squall; it must say \"madeBy\" : \"" + madeBy + "\"");
    }

    void write(Path folder, G note) throws IOException {
        new JsonFile(in(folder)).writePretty(note);
    }
}
