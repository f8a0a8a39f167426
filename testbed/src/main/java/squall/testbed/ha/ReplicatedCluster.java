package squall.testbed.ha;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.spi.Cluster;
import squall.spi.Options;
import squall.spi.Target;
import squall.testbed.cluster.ClusterFolder;
import squall.testbed.cluster.ClusterNote;
import squall.testbed.cluster.LocalCluster;
import squall.testbed.cluster.LocalNode;
import squall.testbed.host.DiskShape;
import squall.testbed.net.Subnet;
import squall.testbed.postgres.PasswordFile;

/**
 * Cluster of replicated PostgreSQL on this machine, with either manager.
 *
 * @param <G> note of the group
 * @param <N> node under the manager
 */
public abstract class ReplicatedCluster<G extends ClusterNote<?>, N extends LocalNode>
        extends LocalCluster<G, N, ReplicatedCluster.HaStatus> implements Cluster.HasPrimary {
    /** Name of the group that commands use by default. */
    public static final String DEFAULT_NAME = "postgres-ha";

    /** Kind of these clusters, as users type it. */
    public static final String KIND = "postgres-ha";

    /** Name of the clients' database. */
    protected static final String DATABASE = "squall";

    /** Number of nodes of each group. */
    public static final int NODES = 3;

    static final int USUAL_BUFFERS_MB = 128;

    /** Settings of all servers, as each may become primary; some must not be lower on a standby than on its primary. */
    public static final Map<String, String> SETTINGS = Map.ofEntries(
            Map.entry("unix_socket_directories", ""),
            Map.entry("fsync", "on"),
            Map.entry("full_page_writes", "on"),
            Map.entry("synchronous_commit", "on"),
            Map.entry("shared_buffers", USUAL_BUFFERS_MB + "MB"),
            Map.entry("max_connections", "300"),
            Map.entry("hot_standby", "on"),
            Map.entry("wal_level", "logical"), // required by a changefeed, and includes what a standby needs
            Map.entry("max_wal_senders", "10"),
            Map.entry("wal_keep_size", "512MB"),
            Map.entry("wal_retrieve_retry_interval", "500ms"), // how often a standby tries to reach its new primary
            Map.entry("timezone", "UTC"),
            Map.entry("log_timezone", "UTC"));

    /** Name of the option for the clients' synchronous_commit. */
    public static final String SYNCHRONOUS_COMMIT = "synchronous-commit";

    private static final List<String> COMMITS = List.of("on", "off", "local", "remote_write", "remote_apply");

    private final PasswordFile passwords;
    private final Optional<String> synchronousCommit;

    /** @param synchronousCommit PostgreSQL's setting in the sessions of clients; empty: that of the nodes */
    protected ReplicatedCluster(ClusterFolder<G> home, Duration lockLimit, Optional<String> synchronousCommit) {
        super(home, lockLimit);
        this.passwords = passwords(home);
        this.synchronousCommit = synchronousCommit;
    }

    /** Reads the option {@code synchronous-commit}. @throws IllegalArgumentException if PostgreSQL has no such value */
    public static Optional<String> synchronousCommit(Options options) {
        String found = options.text(SYNCHRONOUS_COMMIT, "");
        if (!found.isEmpty() && !COMMITS.contains(found)) {
            throw new IllegalArgumentException(KIND + ": option '" + SYNCHRONOUS_COMMIT + "' must be one of "
                    + String.join(", ", COMMITS) + ", not '" + found + "'");
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(found);
    }

    /** Returns the file of the password that the servers of a group share. */
    public static PasswordFile passwords(ClusterFolder<?> home) {
        return new PasswordFile(home.folder().resolve("pgpass"));
    }

    /** Kind of network between nodes and clients, which determines whether links can be disturbed. */
    public enum Linking {
        AS_BEFORE,
        /** Relay by a separate proxy, which reduces speed. */
        LINKED,
        DIRECT,
        /** Network namespaces of the nodes, from the creation of the group until it is reset; needs root. */
        NAMESPACES;

        /**
         * Reads the options {@code links} and {@code namespaces}. @throws IllegalArgumentException if one is neither true nor false, or
         * both are true
         */
        public static Linking of(Options options) {
            if (options.flag("namespaces", false)) {
                if (options.flag("links", false)) {
                    throw new IllegalArgumentException(
                            "namespaces=true and links=true exclude each other: with namespaces no proxy is needed");
                }
                return NAMESPACES;
            }
            if (options.text("links", "").isEmpty()) {
                return AS_BEFORE;
            }
            return options.flag("links", false) ? LINKED : DIRECT;
        }
    }

    /**
     * Starts the cluster as {@link #up(Options, Consumer)} does, with the default version. @throws IllegalArgumentException if this manager
     * has no such links
     */
    public final boolean up(Linking linking, Consumer<String> say) throws IOException, InterruptedException {
        return locked(() -> bring(linking, Optional.empty(), Optional.empty(), say));
    }

    @Override
    protected final boolean bring(Options options, Consumer<String> say) throws IOException, InterruptedException {
        String version = options.text("version", "");
        return bring(
                Linking.of(options),
                DiskShape.of(options),
                version.isEmpty() ? Optional.empty() : Optional.of(version),
                say);
    }

    @Override
    protected final long leastDiskBytes() {
        return DiskShape.LEAST_BYTES_WITH_LOG_FOR_OTHERS;
    }

    @Override
    protected final int nodeCount(Options options) {
        return NODES;
    }

    /**
     * Creates the group and starts its processes, as far as necessary.
     *
     * @param disks of the nodes of a new group, if they are to have such
     * @param version of PostgreSQL, if one was requested
     */
    protected abstract boolean bring(
            Linking linking, Optional<DiskShape> disks, Optional<String> version, Consumer<String> say)
            throws IOException, InterruptedException;

    /** Describes why the group cannot fail over, in one sentence; empty if it can. */
    public abstract String problem() throws IOException, InterruptedException;

    @Override
    public final String summary() throws IOException, InterruptedException {
        String sentence =
                primary().map(primary -> primary.name() + " is the primary.").orElse("There is no primary.");
        return (sentence + " " + problem()).strip();
    }

    @Override
    protected final SequencedMap<String, Object> loginFacts(Target target) {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("user", target.user());
        facts.put("password_file", passwords.file().toString());
        return facts;
    }

    /** Creates the members of a new group, by their addresses. */
    protected static List<GroupMember> members(Optional<Subnet> subnet, List<Integer> ports) {
        return IntStream.rangeClosed(1, NODES)
                .mapToObj(number -> new GroupMember(
                        "n" + number,
                        subnet.map(own -> own.address("n" + number)).orElse(GroupMember.HOST),
                        subnet.isPresent() ? USUAL_PORT : ports.get(number - 1),
                        "zone" + number))
                .toList();
    }

    private static final int USUAL_PORT = 5432;

    /** Describes how clients reach the group. @param addresses of all nodes */
    protected final Access access(Stream<String> addresses, Map<String, String> properties) throws IOException {
        Map<String, String> all = new LinkedHashMap<>(properties);
        synchronousCommit.ifPresent(
                setting -> all.put("synchronous_commit", setting + ", in every session of clients"));
        return new Access(
                url(addresses.collect(Collectors.joining(",")), synchronousCommit),
                PasswordFile.USER,
                passwords.read(),
                all);
    }

    /** Returns the address of clients. @param hosts with their ports, separated by commas */
    public static String url(String hosts, Optional<String> synchronousCommit) {
        return "jdbc:postgresql://" + hosts + "/" + DATABASE + "?targetServerType=primary"
                + synchronousCommit
                        .map(setting -> "&options=-csynchronous_commit=" + setting)
                        .orElse("");
    }

    /** Creates the database of clients if it does not exist. */
    protected static void ensureDatabase(MemberConnection primary) throws IOException {
        if (primary.rows("SELECT datname FROM pg_database WHERE datname = '" + DATABASE + "'")
                .isEmpty()) {
            primary.execute("CREATE DATABASE " + DATABASE);
        }
    }

    /**
     * State of a node.
     *
     * @param role primary or standby, as the node reports; else "stale": it will be cloned when it is started; else empty
     * @param replication as the primary reports it: streaming, and whether its confirmation counts; empty for the primary
     * @param pid of its server; 0 if it does not run
     */
    public record HaStatus(Cluster.Node node, Cluster.State state, String role, String replication, long pid)
            implements NodeReport {
        /** Queries a node. @param primary to be asked about the others, if there is one */
        public static HaStatus of(MemberConnection sql, LocalNode server, Optional<MemberConnection> primary)
                throws IOException, InterruptedException {
            GroupMember member = sql.member();
            Cluster.State state = server.state();
            String role = state == Cluster.State.UP ? role(sql) : "";
            return new HaStatus(
                    member.node(),
                    state,
                    role,
                    primary.map(asked -> replication(asked, member)).orElse(""),
                    server.pid());
        }

        @Override
        public SequencedMap<String, Object> facts() {
            var facts = new LinkedHashMap<String, Object>();
            facts.put("state", state.name().toLowerCase(Locale.ROOT));
            facts.put("role", role);
            facts.put("replication", replication);
            facts.put("address", node.host() + ":" + node.port());
            facts.put("zone", node.zone());
            facts.put("pid", pid);
            return facts;
        }

        HaStatus stale() {
            return new HaStatus(node, state, role.isEmpty() ? "stale" : role, replication, pid);
        }

        private static String role(MemberConnection sql) throws IOException {
            return sql.text("SELECT CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END");
        }

        private static String replication(MemberConnection primary, GroupMember member) {
            try {
                return String.join(
                        ",",
                        primary.rows(
                                "SELECT state || ' ' || sync_state FROM pg_stat_replication WHERE application_name = '"
                                        + member.name() + "'"));
            } catch (IOException e) {
                return ""; // no primary to ask, as its own row shows
            }
        }
    }
}
