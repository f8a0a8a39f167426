package squall.testbed.patroni;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import squall.testbed.postgres.Passwords;

/**
 * What each Patroni is told, in JSON, which its YAML reader takes as well, and each member of etcd; pure.
 *
 * @param scope tells this group's keys and votes from others'
 * @param range of addresses that nodes and clients have, in CIDR form
 */
record Settings(Group group, Programs programs, String scope, String range, String password) {
    /** Seconds after which a leader that is not heard of has lost its role; Patroni's least. */
    static final int TTL = 20;

    static final int LOOP_WAIT = 2;

    /** Patroni wants {@code LOOP_WAIT + 2 * RETRY_TIMEOUT <= TTL}. */
    static final int RETRY_TIMEOUT = 3;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The same for all servers, as those of the group that Squall's own supervisor keeps. */
    private static final Map<String, String> PARAMETERS = Map.ofEntries(
            Map.entry("unix_socket_directories", ""),
            Map.entry("fsync", "on"),
            Map.entry("full_page_writes", "on"),
            Map.entry("synchronous_commit", "on"),
            Map.entry("shared_buffers", "128MB"),
            Map.entry("max_connections", "300"),
            Map.entry("hot_standby", "on"),
            Map.entry("wal_level", "logical"),
            Map.entry("max_wal_senders", "10"),
            Map.entry("max_replication_slots", "10"),
            Map.entry("wal_keep_size", "512MB"),
            Map.entry("wal_retrieve_retry_interval", "500ms"),
            Map.entry("timezone", "UTC"),
            Map.entry("log_timezone", "UTC"));

    /** Of one node's Patroni. */
    String of(Seat seat, NodeFolder folder) throws IOException {
        var all = new LinkedHashMap<String, Object>();
        all.put("scope", scope);
        all.put("name", seat.name());
        all.put("restapi", rest(seat));
        all.put(
                "etcd3",
                Map.of(
                        "hosts",
                        group.seats().stream()
                                .map(each -> at(each, each.etcd()))
                                .toList()));
        all.put("bootstrap", bootstrap());
        all.put("postgresql", postgresql(seat, folder));
        all.put("watchdog", Map.of("mode", "off")); // the kernel's would restart this machine
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n";
    }

    /** How Patroni is started, once its settings are written. */
    List<String> patroni(NodeFolder folder) {
        return List.of(programs.patroni().toString(), folder.settings().toString());
    }

    /** Whoever only looks needs no password; whoever would move the leader does. */
    private SequencedMap<String, Object> rest(Seat seat) {
        var rest = new LinkedHashMap<String, Object>();
        rest.put("listen", at(seat, seat.rest()));
        rest.put("connect_address", at(seat, seat.rest()));
        rest.put("authentication", credentials());
        return rest;
    }

    private Map<String, Object> bootstrap() {
        var postgresql = Map.of("use_pg_rewind", true, "use_slots", true, "parameters", PARAMETERS);
        var dcs = Map.of(
                "ttl",
                TTL,
                "loop_wait",
                LOOP_WAIT,
                "retry_timeout",
                RETRY_TIMEOUT,
                "synchronous_mode",
                true,
                "postgresql",
                postgresql);
        // No locale: the order of keys is the order of their bytes.
        return Map.of(
                "dcs", dcs, "initdb", List.of(Map.of("encoding", "UTF8"), Map.of("locale", "C"), "data-checksums"));
    }

    private SequencedMap<String, Object> postgresql(Seat seat, NodeFolder folder) {
        var postgresql = new LinkedHashMap<String, Object>();
        postgresql.put("listen", at(seat, seat.member().port()));
        postgresql.put("connect_address", at(seat, seat.member().port()));
        postgresql.put("data_dir", folder.data().toString());
        postgresql.put("bin_dir", programs.postgres().toString());
        postgresql.put("pgpass", folder.home().resolve("pgpass").toString());
        postgresql.put("authentication", Map.of("superuser", credentials(), "replication", credentials()));
        postgresql.put(
                "pg_hba",
                List.of(
                        "host all all " + range + " scram-sha-256",
                        "host replication all " + range + " scram-sha-256"));
        return postgresql;
    }

    private Map<String, String> credentials() {
        return Map.of("username", Passwords.USER, "password", password);
    }

    /** How one member of etcd is started. */
    List<String> etcd(Seat seat, NodeFolder folder) {
        String members = String.join(
                ",",
                group.seats().stream()
                        .map(each -> each.name() + "=http://" + at(each, each.vote()))
                        .toList());
        return List.of(
                programs.etcd().toString(),
                "--name=" + seat.name(),
                "--data-dir=" + folder.votes(),
                "--listen-client-urls=http://" + at(seat, seat.etcd()),
                "--advertise-client-urls=http://" + at(seat, seat.etcd()),
                "--listen-peer-urls=http://" + at(seat, seat.vote()),
                "--initial-advertise-peer-urls=http://" + at(seat, seat.vote()),
                "--initial-cluster=" + members,
                "--initial-cluster-token=" + scope,
                "--initial-cluster-state=new",
                "--logger=zap");
    }

    private static String at(Seat seat, int port) {
        return seat.member().host() + ":" + port;
    }

    @Override
    public String toString() {
        return "settings of " + group.seats().stream().map(Seat::name).toList(); // not the password
    }
}
