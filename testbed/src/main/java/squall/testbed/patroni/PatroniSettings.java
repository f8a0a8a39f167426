package squall.testbed.patroni;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import squall.testbed.ha.ReplicatedCluster;
import squall.testbed.patroni.PatroniGroup.PatroniMember;
import squall.testbed.postgres.PasswordFile;

/**
 * Settings of each Patroni, in JSON, which its YAML parser accepts as well, and of each etcd member; pure.
 *
 * @param scope distinguishes this group's keys and members from those of others
 * @param range of addresses that nodes and clients have, in CIDR form
 */
record PatroniSettings(PatroniGroup group, PatroniPrograms programs, String scope, String range, String password) {
    /** Seconds of silence after which a leader loses its role; Patroni's minimum. */
    static final int TTL = 20;

    static final int LOOP_WAIT = 2;

    /** Seconds of retries; Patroni requires {@code LOOP_WAIT + 2 * RETRY_TIMEOUT <= TTL}. */
    static final int RETRY_TIMEOUT = 3;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Returns the settings of one node's Patroni. */
    String of(PatroniMember patroniMember, PatroniNodeFolder folder) throws IOException {
        var all = new LinkedHashMap<String, Object>();
        all.put("scope", scope);
        all.put("name", patroniMember.name());
        all.put("restapi", rest(patroniMember));
        all.put(
                "etcd3",
                Map.of(
                        "hosts",
                        group.patroniMembers().stream()
                                .map(each -> at(each, each.etcd()))
                                .toList()));
        all.put("bootstrap", bootstrap());
        all.put("postgresql", postgresql(patroniMember, folder));
        all.put("watchdog", Map.of("mode", "off")); // the kernel's watchdog would restart this machine
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n";
    }

    /** Returns the command line of Patroni, whose settings must have been written. */
    List<String> patroni(PatroniNodeFolder folder) {
        return List.of(programs.patroni().toString(), folder.settings().toString());
    }

    /** Returns the settings of the REST interface: reading needs no password; moving the leader does. */
    private SequencedMap<String, Object> rest(PatroniMember patroniMember) {
        var rest = new LinkedHashMap<String, Object>();
        rest.put("listen", at(patroniMember, patroniMember.rest()));
        rest.put("connect_address", at(patroniMember, patroniMember.rest()));
        rest.put("authentication", credentials());
        return rest;
    }

    private Map<String, Object> bootstrap() {
        var parameters = new TreeMap<>(ReplicatedCluster.SETTINGS);
        parameters.put("max_replication_slots", "10");
        var postgresql = Map.of("use_pg_rewind", true, "use_slots", true, "parameters", parameters);
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

    private SequencedMap<String, Object> postgresql(PatroniMember patroniMember, PatroniNodeFolder folder) {
        var postgresql = new LinkedHashMap<String, Object>();
        postgresql.put("listen", at(patroniMember, patroniMember.member().port()));
        postgresql.put(
                "connect_address", at(patroniMember, patroniMember.member().port()));
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
        return Map.of("username", PasswordFile.USER, "password", password);
    }

    /** Returns the command line of one member of etcd. */
    List<String> etcd(PatroniMember patroniMember, PatroniNodeFolder folder) {
        String members = String.join(
                ",",
                group.patroniMembers().stream()
                        .map(each -> each.name() + "=http://" + at(each, each.vote()))
                        .toList());
        return List.of(
                programs.etcd().toString(),
                "--name=" + patroniMember.name(),
                "--data-dir=" + folder.votes(),
                "--listen-client-urls=http://" + at(patroniMember, patroniMember.etcd()),
                "--advertise-client-urls=http://" + at(patroniMember, patroniMember.etcd()),
                "--listen-peer-urls=http://" + at(patroniMember, patroniMember.vote()),
                "--initial-advertise-peer-urls=http://" + at(patroniMember, patroniMember.vote()),
                "--initial-cluster=" + members,
                "--initial-cluster-token=" + scope,
                "--initial-cluster-state=new",
                "--logger=zap");
    }

    private static String at(PatroniMember patroniMember, int port) {
        return patroniMember.member().host() + ":" + port;
    }

    @Override
    public String toString() {
        return "settings of "
                + group.patroniMembers().stream().map(PatroniMember::name).toList(); // not the password
    }
}
