package squall.ycsb;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** Database of a third party, with rows in memory: instances that were created by name share one server. */
public class MemoryDb extends DB {
    /** Server with tables by name, and their rows by key. */
    public record Server(Map<String, NavigableMap<String, Map<String, String>>> tables) {
        public Server() {
            this(new ConcurrentHashMap<>());
        }

        public NavigableMap<String, Map<String, String>> rows(String table) {
            return tables.computeIfAbsent(table, t -> new ConcurrentSkipListMap<>());
        }
    }

    /** Server of the instances that were created by name; emptied by each test that uses it. */
    public static final Server SHARED = new Server();

    private final Server server;

    public MemoryDb() {
        this(SHARED);
    }

    public MemoryDb(Server server) {
        this.server = server;
    }

    @Override
    public Status read(String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
        Map<String, String> row = server.rows(table).get(key);
        if (row == null) {
            return Status.NOT_FOUND;
        }
        copy(row, fields, result);
        return Status.OK;
    }

    @Override
    @SuppressWarnings("NonApiType") // upstream's signature
    public Status scan(
            String table,
            String startKey,
            int records,
            @Nullable Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        server.rows(table).tailMap(startKey).values().stream().limit(records).forEach(row -> {
            HashMap<String, ByteIterator> copied = new HashMap<>();
            copy(row, fields, copied);
            result.add(copied);
        });
        return Status.OK;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        return server.rows(table).containsKey(key) ? insert(table, key, values) : Status.UNEXPECTED_STATE;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        Map<String, String> row = server.rows(table).computeIfAbsent(key, k -> new ConcurrentSkipListMap<>());
        values.forEach((field, value) -> row.put(field, value.toString()));
        return Status.OK;
    }

    @Override
    public Status delete(String table, String key) {
        return server.rows(table).remove(key) == null ? Status.NOT_FOUND : Status.OK;
    }

    private static void copy(Map<String, String> row, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
        row.forEach((field, value) -> {
            if (fields == null || fields.contains(field)) {
                result.put(field, new StringByteIterator(value));
            }
        });
    }
}
