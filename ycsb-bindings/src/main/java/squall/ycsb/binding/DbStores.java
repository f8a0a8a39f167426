package squall.ycsb.binding;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.DB;
import site.ycsb.DBException;
import squall.database.Database;
import squall.spi.ClientBarrier;
import squall.spi.DatabaseInfo;
import squall.spi.Instrument;
import squall.ycsb.store.KeyValueStore;
import squall.ycsb.store.KeyValueStores;
import squall.ycsb.store.YcsbSchema;

/**
 * Provider of stores on any class of the YCSB interface: one instance for each session, as YCSB promises.
 *
 * @param properties as that class reads them
 */
public record DbStores(Class<? extends DB> type, Properties properties, YcsbSchema schema) implements KeyValueStores {
    private static final Logger LOG = LoggerFactory.getLogger(DbStores.class);

    /** Database of a third-party class, of which nothing is known; the stores own its connections. */
    private static final Database UNKNOWN = new Database() {
        @Override
        public DatabaseInfo describe() {
            return DatabaseInfo.NONE;
        }

        @Override
        public List<Instrument> instruments(List<URI> pages) {
            if (!pages.isEmpty()) {
                throw new IllegalArgumentException(pages + " is not supported for third-party classes");
            }
            return List.of();
        }

        @Override
        public Optional<ClientBarrier> barrier() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    };

    /** @throws IOException if the instance cannot be made or initialised; says which class and why */
    @Override
    public KeyValueStore open(int session) throws IOException {
        return new DbStore(instance(type, properties), schema, this::reader);
    }

    private @Nullable DB reader() {
        try {
            return instance(type, properties);
        } catch (IOException e) {
            LOG.warn("{}", String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** Creates and initialises an instance; the caller cleans it up. */
    public static DB instance(Class<? extends DB> type, Properties properties) throws IOException {
        try {
            DB db = type.getDeclaredConstructor().newInstance();
            Properties own = new Properties();
            own.putAll(properties);
            db.setProperties(own);
            db.init();
            return db;
        } catch (DBException e) {
            throw new IOException(type.getName() + ".init failed: " + e.getMessage(), e);
        } catch (InvocationTargetException e) {
            throw new IOException(type.getName() + ": its constructor failed: " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new IOException(
                    type.getName() + ": expected a public class with a public constructor without arguments", e);
        }
    }

    @Override
    public Database database() {
        return UNKNOWN;
    }
}
