package squall.cql.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.NotBoundException;
import java.rmi.registry.LocateRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.rmi.RMIConnector;
import javax.management.remote.rmi.RMIServer;
import org.jspecify.annotations.Nullable;
import squall.cql.metrics.CqlInstruments.NodeProperties;
import squall.spi.Instrument;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;

/** Instrument that reads the JMX beans of a Cassandra node on this machine, whose port is reachable only from this machine. */
final class CassandraJmxInstrument implements Instrument {
    private static final String HOST = "127.0.0.1";
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Duration LIMIT = Duration.ofSeconds(4);
    private static final String CASSANDRA = "org.apache.cassandra.metrics:type=";
    private static final double NANO = 1e-9;

    /** Property of the JDK for the interval of connection checks; none are made, else the JDK logs warnings about a node that is gone. */
    private static final String UNCHECKED = "jmx.remote.x.client.connection.check.period";

    /** Figure of one bean. @param factor from the bean's unit to the metric's */
    private record Bean(ServerMetric metric, String name, String attribute, double factor) {}

    private static final List<Bean> BEANS = List.of(
            new Bean(ServerMetric.CPU_SECONDS, "java.lang:type=OperatingSystem", "ProcessCpuTime", NANO),
            new Bean(ServerMetric.SSTABLES, CASSANDRA + "Table,name=LiveSSTableCount", "Value", 1),
            new Bean(ServerMetric.READ_AMPLIFICATION, CASSANDRA + "Table,name=SSTablesPerReadHistogram", "Mean", 1),
            new Bean(ServerMetric.COMPACTIONS, CASSANDRA + "Compaction,name=TotalCompactionsCompleted", "Count", 1),
            new Bean(ServerMetric.COMPACTED_BYTES, CASSANDRA + "Compaction,name=BytesCompacted", "Count", 1),
            new Bean(ServerMetric.COMPACTIONS_PENDING, CASSANDRA + "Compaction,name=PendingTasks", "Value", 1),
            new Bean(ServerMetric.THROTTLED, CASSANDRA + "MemtablePool,name=BlockedOnAllocation", "Count", 1));

    private final String node;
    private final NodeProperties properties;
    // Written by threads of readings: one that was abandoned may go on while the next one reads.
    private final Map<ServerMetric, String> absent = new ConcurrentHashMap<>();
    private final KeptConnection connection = new KeptConnection();
    private boolean looked;
    private Optional<Integer> port = Optional.empty();
    private Optional<Path> passwords = Optional.empty();

    /** @param node as readings name it */
    CassandraJmxInstrument(String node, NodeProperties properties) {
        this.node = node;
        this.properties = properties;
    }

    @Override
    public String source() {
        return "management beans of " + node;
    }

    @Override
    public Duration every() {
        return EVERY;
    }

    @Override
    public List<InstrumentReading> read() throws IOException, InterruptedException {
        connection.begin();
        if (!looked) {
            port = properties.managementPort();
            passwords = properties.passwords();
            looked = true; // a node does not change them while it runs
        }
        if (port.isEmpty() || passwords.isEmpty()) {
            BEANS.forEach(bean -> absent.put(bean.metric(), "its management port cannot be used from this machine"));
            return List.of();
        }
        int open = port.get();
        Path users = passwords.get();
        FutureTask<List<InstrumentReading>> reading = new FutureTask<>(() -> readings(open, users));
        start(reading);
        return awaited(reading);
    }

    @Override
    public Map<ServerMetric, String> absent() {
        return Map.copyOf(absent);
    }

    @Override
    public void close() {
        closeLater(connection.end());
    }

    /** Does not wait: a node that is frozen or gone does not respond. */
    private void closeLater(Optional<JMXConnector> left) {
        if (left.isPresent()) {
            start(new FutureTask<>(() -> {
                left.get().close();
                return true;
            }));
        }
    }

    /** Starts a reading on a thread that can be abandoned: remote calls have no timeout, and a frozen node does not answer. */
    private void start(FutureTask<?> task) {
        Thread thread = new Thread(task, "squall-beans " + node);
        thread.setDaemon(true);
        thread.start();
    }

    private List<InstrumentReading> awaited(FutureTask<List<InstrumentReading>> reading)
            throws IOException, InterruptedException {
        try {
            return reading.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            closeLater(connection.taken());
            throw new IOException("management of " + node + " did not answer within " + LIMIT.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            closeLater(connection.taken());
            throw new IOException("management of " + node + ": " + e.getCause(), e);
        }
    }

    private List<InstrumentReading> readings(int port, Path passwords) throws IOException, JMException {
        MBeanServerConnection beans = connected(port, passwords);
        List<InstrumentReading> readings = new ArrayList<>();
        for (Bean bean : BEANS) {
            try {
                Object value = beans.getAttribute(new ObjectName(bean.name()), bean.attribute());
                if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
                    readings.add(InstrumentReading.of(node, bean.metric(), number.doubleValue() * bean.factor()));
                }
            } catch (InstanceNotFoundException e) {
                absent.put(bean.metric(), "this Cassandra has no bean " + bean.name());
            }
        }
        return readings;
    }

    @SuppressWarnings("BanJNDI") // the answers are those of a node on loopback, whose file of passwords we could read
    private MBeanServerConnection connected(int port, Path passwords) throws IOException {
        Optional<JMXConnector> open = connection.current();
        if (open.isPresent()) {
            return open.get().getMBeanServerConnection();
        }
        try {
            var server = (RMIServer) LocateRegistry.getRegistry(HOST, port).lookup("jmxrmi");
            var opened = new RMIConnector(server, Map.of("jmx.remote.credentials", login(passwords), UNCHECKED, 0L));
            opened.connect();
            return connection.kept(opened).getMBeanServerConnection();
        } catch (NotBoundException e) {
            throw new IOException("no JMX server on " + HOST + ":" + port, e);
        }
    }

    /** Returns the first user of the file and the password. */
    private static String[] login(Path passwords) throws IOException {
        String first = Files.readAllLines(passwords).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .findFirst()
                .orElse(" ");
        return first.strip().split("\\s+", 2);
    }

    /** Connection that is kept from one reading to the next; several readings use it, if some were abandoned at a frozen node. */
    static final class KeptConnection {
        private final AtomicReference<@Nullable JMXConnector> connector = new AtomicReference<>();
        private volatile boolean ended;

        /** Begins to keep one, again if the end was before: the instrument is closed between a rehearsal and the run. */
        void begin() {
            ended = false;
        }

        Optional<JMXConnector> current() {
            return Optional.ofNullable(connector.get());
        }

        /**
         * Keeps a connection; closes it and returns the kept one if another reading has opened one meanwhile.
         *
         * @throws IOException if the readings have ended meanwhile: then it is closed too
         */
        JMXConnector kept(JMXConnector opened) throws IOException {
            JMXConnector other = connector.compareAndExchange(null, opened);
            if (other == null && !ended) { // in this order: the end looks for a connection after it has set the flag
                return opened;
            }
            try {
                opened.close();
            } catch (IOException e) {
                // Nothing uses it, so no reading fails with it.
            }
            if (other == null) {
                throw new IOException("the readings have ended");
            }
            return other;
        }

        /** Stops keeping the connection, and returns it for its closing; empty if there is none. */
        Optional<JMXConnector> taken() {
            return Optional.ofNullable(connector.getAndSet(null));
        }

        /** Keeps none from now on; returns as {@link #taken}. */
        Optional<JMXConnector> end() {
            ended = true;
            return taken();
        }
    }
}
