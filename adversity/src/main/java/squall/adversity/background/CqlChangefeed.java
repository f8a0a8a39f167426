package squall.adversity.background;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import squall.cql.CqlDatabase;
import squall.spi.Cluster.Changes;
import squall.spi.FaultContext;
import squall.spi.Options;
import squall.system.FileTrees;

/**
 * Change feed: tables write their changes to the folder of each node, where segments are read completely and deleted as soon as they are
 * complete. Runs until it is healed. A node whose folder is not emptied eventually refuses writes.
 */
final class CqlChangefeed extends CqlBackgroundWork {
    private static final Duration BETWEEN = Duration.ofMillis(200);

    /** Reader, created when it is first needed: a plan needs no cluster that has folders. */
    private @Nullable CdcSegmentReader reader;

    CqlChangefeed(FaultContext context, Options options) {
        super(context, options);
    }

    private synchronized CdcSegmentReader reader() throws IOException {
        if (reader == null) {
            reader = new CdcSegmentReader(
                    ((Changes) context().cluster()).changeFolders().values());
        }
        return reader;
    }

    @Override
    public List<String> steps() {
        return List.of(
                "inject: ALTER TABLE " + options().text("tables", "(each)")
                        + " WITH cdc = true; segments in each node's folder are read and deleted when complete",
                "verify: a table has cdc, and segments arrive",
                "heal: ALTER TABLE WITH cdc = false, delete the segments in the folders",
                "timer: none in the server; a detached process heals");
    }

    /** Chooses the tables; those that another reader already follows are not used. */
    @Override
    public Map<String, String> facts() throws IOException, InterruptedException {
        return with(database -> {
            List<String> followed = followed(database);
            if (!followed.isEmpty()) {
                throw new IOException("another reader already consumes the change segments of " + followed);
            }
            String named = options().text("tables", "");
            String tables = named.isEmpty() ? String.join("\n", new CqlTableFinder(database).all()) : named;
            if (tables.isEmpty()) {
                throw new IOException("there is no table to read changes of");
            }
            return Map.of("tables", tables);
        });
    }

    @Override
    void perform(CqlDatabase database) throws IOException, InterruptedException {
        for (String table : tables()) {
            database.administer("reading changes of " + table, "ALTER TABLE " + table + " WITH cdc = true");
        }
        CdcSegmentReader reading = reader();
        while (!givenUp()) {
            reading.read();
            Thread.sleep(BETWEEN);
        }
    }

    @Override
    Optional<String> trace(CqlDatabase database) throws IOException, InterruptedException {
        List<String> followed = followed(database);
        CdcSegmentReader reading = reader();
        return !followed.isEmpty() && (reading.bytes() > 0 || reading.waiting() > 0)
                ? Optional.of(followed + " leave changes: " + reading.bytes() + " bytes read, " + reading.waiting()
                        + " segments pending")
                : Optional.empty();
    }

    @Override
    void undo(CqlDatabase database) throws IOException, InterruptedException {
        List<String> followed = followed(database);
        for (String table : tables()) {
            if (followed.contains(table)) {
                database.administer("healing " + name(), "ALTER TABLE " + table + " WITH cdc = false");
            }
        }
        if (tables().containsAll(followed)) {
            reader().discard();
        }
    }

    private List<String> tables() {
        return fact("tables").lines().toList();
    }

    private static List<String> followed(CqlDatabase database) throws IOException, InterruptedException {
        List<String> followed = new ArrayList<>();
        for (Row row : database.administer(
                "reading which tables have cdc", "SELECT keyspace_name, table_name, cdc FROM system_schema.tables")) {
            if (row.getBoolean("cdc")) {
                followed.add(row.getString(0) + "." + row.getString(1));
            }
        }
        return followed;
    }

    /**
     * Reader of the change segments that Cassandra's nodes leave in folders. It deletes complete ones, as every consumer must. Next to each
     * {@code NAME.log} is {@code NAME_cdc.idx}: the number of bytes that are safe to read, and the word COMPLETED when no more will follow
     * (Cassandra, "Change Data Capture").
     */
    private static final class CdcSegmentReader {
        private static final String INDEX = "_cdc.idx";
        private static final String COMPLETED = "COMPLETED";

        private final Collection<Path> folders;
        private final AtomicLong bytes = new AtomicLong();

        CdcSegmentReader(Collection<Path> folders) {
            this.folders = List.copyOf(folders);
        }

        /** Returns the bytes of the segments that have been read. */
        long bytes() {
            return bytes.get();
        }

        /** Reads the complete segments. Called by one thread. */
        void read() throws IOException {
            for (Path index : files(INDEX)) {
                if (complete(index)) {
                    bytes.addAndGet(read(log(index)));
                    Files.deleteIfExists(log(index));
                    Files.deleteIfExists(index);
                }
            }
        }

        /** Returns the number of segments that are not complete or not read yet. */
        int waiting() throws IOException {
            return files(".log").size();
        }

        /** Deletes all segments. The index of a segment that is being written appears once more when it is complete. */
        void discard() throws IOException {
            for (Path file : files("")) {
                Files.deleteIfExists(file);
            }
        }

        private static boolean complete(Path index) throws IOException {
            try {
                return Files.readAllLines(index).contains(COMPLETED);
            } catch (NoSuchFileException e) {
                return false; // the node has removed it
            }
        }

        private static long read(Path log) throws IOException {
            try (InputStream in = Files.newInputStream(log)) {
                return in.transferTo(OutputStream.nullOutputStream());
            }
        }

        private static Path log(Path index) {
            return index.resolveSibling(index.getFileName().toString().replace(INDEX, ".log"));
        }

        private List<Path> files(String ending) throws IOException {
            List<Path> found = new ArrayList<>();
            for (Path folder : folders) {
                FileTrees.entriesIfAny(folder).stream()
                        .filter(file -> file.toString().endsWith(ending))
                        .forEach(found::add);
            }
            return found;
        }
    }
}
