package squall.adversity.work;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.cql.CqlDatabase;
import squall.spi.Cluster.Changes;
import squall.spi.Options;
import squall.spi.Scene;

/**
 * Somebody follows all changes: tables are told to leave theirs in the folder of each node, where segments are read whole and deleted as
 * soon as they are complete. Not done before it is healed. A node whose folder nobody empties refuses writes in the end.
 */
final class CqlChangefeed extends CqlWork {
    private static final Duration BETWEEN = Duration.ofMillis(200);

    private final Options options;
    private final ChangeReader reader;

    /** @throws IllegalArgumentException if the cluster does not tell its folders */
    CqlChangefeed(Scene scene, Options options) {
        super(scene);
        this.options = options;
        try {
            this.reader =
                    new ChangeReader(((Changes) scene.cluster()).changeFolders().values());
        } catch (IOException e) {
            throw new IllegalArgumentException("changefeed: " + e.getMessage(), e);
        }
    }

    @Override
    public List<String> steps() {
        return List.of(
                "inject: ALTER TABLE " + options.text("tables", "(each)")
                        + " WITH cdc = true; segments in each node's folder are read and deleted when complete",
                "verify: a table has cdc, and segments come",
                "heal: ALTER TABLE WITH cdc = false, delete what is in the folders",
                "timer: none in the server; a detached process heals");
    }

    /** Tables that others follow already are none of ours. */
    @Override
    public Map<String, String> facts() throws IOException, InterruptedException {
        return with(database -> {
            List<String> followed = followed(database);
            if (!followed.isEmpty()) {
                throw new IOException("somebody follows changes of " + followed + " already, whose segments these are");
            }
            String named = options.text("tables", "");
            String tables = named.isEmpty() ? String.join("\n", new CqlTables(database).all()) : named;
            if (tables.isEmpty()) {
                throw new IOException("there is no table to follow");
            }
            return Map.of("tables", tables);
        });
    }

    @Override
    void perform(CqlDatabase database) throws IOException, InterruptedException {
        for (String table : tables()) {
            database.administer("following " + table, "ALTER TABLE " + table + " WITH cdc = true");
        }
        while (!givenUp()) {
            reader.read();
            Thread.sleep(BETWEEN);
        }
    }

    @Override
    Optional<String> trace(CqlDatabase database) throws IOException, InterruptedException {
        List<String> followed = followed(database);
        return !followed.isEmpty() && (reader.bytes() > 0 || reader.waiting() > 0)
                ? Optional.of(followed + " leave changes: " + reader.bytes() + " bytes read, " + reader.waiting()
                        + " segments to come")
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
            reader.discard();
        }
    }

    private List<String> tables() {
        return fact("tables").lines().toList();
    }

    private static List<String> followed(CqlDatabase database) throws IOException, InterruptedException {
        List<String> followed = new ArrayList<>();
        for (Row row : database.administer(
                "asking who is followed", "SELECT keyspace_name, table_name, cdc FROM system_schema.tables")) {
            if (row.getBoolean("cdc")) {
                followed.add(row.getString(0) + "." + row.getString(1));
            }
        }
        return followed;
    }
}
