package squall.testbed.cassandra;

import java.io.IOException;
import java.rmi.registry.LocateRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.rmi.RMIConnector;
import javax.management.remote.rmi.RMIServer;

/** Client of a node's management port; it opens a connection for each query. */
record JmxClient(String host, int port, String password) {
    static final String USER = "squall";

    /** Host of its JMX port if the node has no network namespace. */
    static final String LOOPBACK = "127.0.0.1";

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
    private static final Duration LEAVE_LIMIT = Duration.ofMinutes(30);
    private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
    private static final String METADATA = "org.apache.cassandra.tcm:type=CMSOperations";
    private static final String RUNTIME = "java.lang:type=Runtime";
    private static final Pattern HEAP = Pattern.compile("-Xmx(\\d+)m");
    private static final String DETECTOR = "org.apache.cassandra.net:type=FailureDetector";

    /** Returns the mode: STARTING, JOINING, NORMAL, LEAVING, DECOMMISSIONED, … */
    String mode() throws IOException, InterruptedException {
        return ask(
                ANSWER_LIMIT, node -> attribute(node, STORAGE, "OperationMode").toString());
    }

    /** Returns the version of Cassandra, as the running node reports it. */
    String version() throws IOException, InterruptedException {
        return ask(
                ANSWER_LIMIT, node -> attribute(node, STORAGE, "ReleaseVersion").toString());
    }

    /** Returns whether the node is a complete member and accepts clients. */
    boolean serves() throws IOException, InterruptedException {
        return ask(
                ANSWER_LIMIT,
                node -> attribute(node, STORAGE, "OperationMode").equals("NORMAL")
                        && attribute(node, STORAGE, "NativeTransportRunning").equals(true));
    }

    /** Returns the heap with which its JVM was started, in megabytes. */
    int heapMb() throws IOException, InterruptedException {
        return ask(
                ANSWER_LIMIT,
                node -> Stream.of((String[]) attribute(node, RUNTIME, "InputArguments"))
                        .map(HEAP::matcher)
                        .filter(Matcher::matches)
                        .map(found -> Integer.valueOf(found.group(1)))
                        .findFirst()
                        .orElseThrow(() -> new IOException("the node's JVM was started without -Xmx")));
    }

    /** Returns which nodes this one believes to be UP or DOWN, by host:port, including itself. */
    Map<String, String> peers() throws IOException, InterruptedException {
        return ask(ANSWER_LIMIT, JmxClient::peers);
    }

    /**
     * Returns the nodes that this one believes to be UP, and counts among those with a share of the data, by host:port, including itself.
     */
    Set<String> members() throws IOException, InterruptedException {
        return ask(ANSWER_LIMIT, node -> {
            Map<String, String> living = peers(node);
            living.values().removeIf(state -> !state.equals("UP"));
            Set<String> members = living.keySet();
            members.retainAll(
                    byAddress(attribute(node, STORAGE, "OwnershipWithPort")).keySet());
            return members;
        });
    }

    /** Returns the nodes that are joining and receive the writes of their future ranges from this one, by host:port. */
    Set<String> joining() throws IOException, InterruptedException {
        return ask(ANSWER_LIMIT, node -> {
            var joining = new TreeSet<String>();
            ((List<?>) attribute(node, STORAGE, "JoiningNodesWithPort")).forEach(each -> joining.add(address(each)));
            return joining;
        });
    }

    private static Map<String, String> peers(MBeanServerConnection node) throws IOException, JMException {
        return byAddress(attribute(node, DETECTOR, "SimpleStatesWithPort"));
    }

    private static Map<String, String> byAddress(Object answer) {
        var found = new TreeMap<String, String>();
        ((Map<?, ?>) answer).forEach((address, told) -> found.put(address(address), told.toString()));
        return found;
    }

    /**
     * Counts the replicas of each user keyspace on these nodes.
     *
     * @param addresses host:port of the internode connection, all nodes of one data centre
     */
    Map<String, Integer> replicas(Set<String> addresses) throws IOException, InterruptedException {
        return ask(ANSWER_LIMIT, node -> {
            var replicas = new TreeMap<String, Integer>();
            for (String keyspace : keyspaces(node)) {
                replicas.put(keyspace, Math.round(owned(node, keyspace, addresses)));
            }
            return replicas;
        });
    }

    /** Lists the user keyspaces. */
    List<String> keyspaces() throws IOException, InterruptedException {
        return ask(ANSWER_LIMIT, JmxClient::keyspaces);
    }

    private static List<String> keyspaces(MBeanServerConnection node) throws IOException, JMException {
        return ((List<?>) attribute(node, STORAGE, "NonLocalStrategyKeyspaces"))
                .stream()
                        .map(Object::toString)
                        .filter(keyspace -> !keyspace.startsWith("system"))
                        .toList();
    }

    /** Sums the shares of the ring, a whole one for each replica. */
    private static float owned(MBeanServerConnection node, Object keyspace, Set<String> addresses)
            throws IOException, JMException {
        float owned = 0;
        var shares = (Map<?, ?>) node.invoke(
                new ObjectName(STORAGE), "effectiveOwnershipWithPort", new Object[] {keyspace}, new String[] {
                    String.class.getName()
                });
        for (var share : shares.entrySet()) {
            if (addresses.contains(address(share.getKey()))) {
                owned += ((Number) share.getValue()).floatValue();
            }
        }
        return owned;
    }

    /**
     * Moves the node's data to the others; its process stays. With force, because Cassandra counts its own keyspaces too, which require
     * more nodes than a small cluster has; the caller must count the replicas of the users' before.
     */
    void decommission() throws IOException, InterruptedException {
        invoke(LEAVE_LIMIT, "decommission", new Object[] {true}, "boolean");
    }

    /**
     * Rewrites the SSTables of the user keyspaces without the rows that belong to other nodes (nodetool cleanup).
     *
     * @throws IOException if Cassandra did not complete it, for example because a node is joining
     */
    void cleanUp() throws IOException, InterruptedException {
        ask(LEAVE_LIMIT, node -> {
            for (String keyspace : keyspaces(node)) {
                Object status = node.invoke(
                        new ObjectName(STORAGE),
                        "forceKeyspaceCleanup",
                        new Object[] {1, keyspace, new String[0]},
                        new String[] {"int", String.class.getName(), String[].class.getName()});
                if (!status.equals(0)) {
                    throw new IOException("cleanup of keyspace " + keyspace + " ended with status " + status);
                }
            }
            return true;
        });
    }

    /** Returns the members of the metadata service, by host:port; only nodes of version 6 and later have one. */
    Set<String> metadataMembers() throws IOException, InterruptedException {
        return ask(ANSWER_LIMIT, node -> {
            var service =
                    (Map<?, ?>) node.invoke(new ObjectName(METADATA), "describeCMS", new Object[0], new String[0]);
            return Stream.of(String.valueOf(service.get("MEMBERS")).split(",", -1))
                    .map(JmxClient::address)
                    .collect(Collectors.toCollection(TreeSet::new));
        });
    }

    /** Copies the metadata of the cluster to so many nodes (nodetool cms reconfigure); they agree on each change of it from then on. */
    void spreadMetadata(int members) throws IOException, InterruptedException {
        ask(LEAVE_LIMIT, node -> {
            node.invoke(new ObjectName(METADATA), "reconfigureCMS", new Object[] {members}, new String[] {"int"});
            return true;
        });
    }

    /** Invokes an operation of the storage service. @param types of its arguments, as the management extensions name them */
    void invoke(Duration limit, String operation, Object[] arguments, String... types)
            throws IOException, InterruptedException {
        ask(limit, node -> node.invoke(new ObjectName(STORAGE), operation, arguments, types));
    }

    /** Removes the name that Java writes before an address. */
    private static String address(Object written) {
        return written.toString().replaceFirst("^.*/", "");
    }

    static Object attribute(MBeanServerConnection node, String bean, String name) throws IOException, JMException {
        return node.getAttribute(new ObjectName(bean), name);
    }

    /** Runs a query over a new connection. */
    @SuppressWarnings("BanJNDI") // the answers come from our own node, on this machine, which knows the password
    <T> T ask(Duration limit, Question<T> question) throws IOException, InterruptedException {
        Map<String, Object> credentials = Map.of("jmx.remote.credentials", new String[] {USER, password});
        return TimeLimitedCall.call(limit, "JMX at " + host + ":" + port, () -> {
            var server = (RMIServer) LocateRegistry.getRegistry(host, port).lookup("jmxrmi");
            try (var connector = new RMIConnector(server, credentials)) {
                connector.connect();
                return question.of(connector.getMBeanServerConnection());
            }
        });
    }

    @Override
    public String toString() {
        return "JmxClient[" + host + ":" + port + "]"; // not the password
    }

    /** Query of an open connection. */
    @FunctionalInterface
    interface Question<T> {
        T of(MBeanServerConnection node) throws IOException, JMException;
    }

    /** Limit for calls of libraries that have no timeout. */
    private static final class TimeLimitedCall {
        private TimeLimitedCall() {}

        /**
         * Returns the result of the call, made on a separate thread that is abandoned after the limit.
         *
         * @param what the action and its target, for messages
         * @throws IOException if the call fails or takes longer
         */
        static <T> T call(Duration limit, String what, Callable<T> call) throws IOException, InterruptedException {
            var task = new FutureTask<>(call);
            Thread.ofVirtual().name("bounded").start(task);
            try {
                return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException e) {
                Throwable failure = e.getCause() == null ? e : e.getCause();
                throw new IOException(what + ": " + reason(failure), failure);
            } catch (TimeoutException e) {
                throw new IOException(what + ": no answer within " + limit.toMillis() + " ms", e);
            } finally {
                task.cancel(true); // closes the socket on which a virtual thread waits
            }
        }

        private static String reason(Throwable failure) {
            return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
        }
    }
}
