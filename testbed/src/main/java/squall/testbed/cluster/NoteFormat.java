package squall.testbed.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import squall.system.FileTrees;

/**
 * Format of a cluster's note: JSON that names the program that wrote it.
 *
 * @param file its name in the folder of the cluster
 * @param madeBy the expected content of the member of that name
 */
public record NoteFormat<G extends ClusterNote<?>>(String file, Class<G> type, String madeBy) {
    private static final ObjectMapper JSON = new ObjectMapper();

    Path in(Path folder) {
        return folder.resolve(file);
    }

    G read(Path folder, String text) throws IOException {
        try {
            G note = JSON.readValue(text, type);
            if (madeBy.equals(note.madeBy())) {
                return note;
            }
        } catch (JsonProcessingException e) {
            throw new IOException(in(folder) + " cannot be read: " + e.getOriginalMessage(), e);
        }
        throw new IOException(in(folder) + " was not written by Squall; it must say \"madeBy\" : \"" + madeBy + "\"");
    }

    void write(Path folder, G note) throws IOException {
        FileTrees.write(in(folder), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(note) + "\n", "rw-------");
    }
}
