package squall.testbed.galera;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Settings of each server, as its command line; pure.
 *
 * @param cluster distinguishes this group from others
 * @param members that a node looks for when it starts
 */
record GaleraSettings(GaleraPrograms programs, String cluster, String flushLog, List<GaleraMember> members) {
    /** Silence after which a node is suspected; the others then agree on a view without it. */
    static final String SUSPECT_TIMEOUT = "PT2S";

    static final String INACTIVE_TIMEOUT = "PT5S";

    /** Size of the buffer pool, equal to PostgreSQL's shared_buffers in {@code postgres-ha}. */
    private static final String BUFFER_POOL = "128M";

    /** Size of the transactions that a node may miss and still receive instead of a full copy. */
    private static final String HISTORY_KEPT = "128M";

    GaleraSettings {
        members = List.copyOf(members);
    }

    /** Returns the common options, also of the servers that create and recover the data. */
    List<String> base(Path data) {
        return List.of(
                programs.server().toString(),
                "--no-defaults",
                "--datadir=" + data,
                "--tmpdir=" + data, // in a common one, each server that starts removes the temporary tables of others
                "--socket=mariadbd.sock", // in the data folder: a socket's path must be short
                "--pid-file=mariadbd.pid",
                "--skip-name-resolve",
                "--performance-schema=OFF",
                "--character-set-server=utf8mb4",
                "--collation-server=utf8mb4_bin", // the order of keys is the order of their bytes
                "--binlog-format=ROW",
                "--default-storage-engine=InnoDB",
                "--innodb-autoinc-lock-mode=2",
                "--innodb-flush-log-at-trx-commit=" + flushLog,
                "--innodb-buffer-pool-size=" + BUFFER_POOL,
                "--innodb-log-file-size=64M",
                "--innodb-rollback-on-timeout=ON",
                "--max-connections=300");
    }

    /** Returns the command line that creates the data folder. */
    List<String> install(Path data) {
        return List.of(
                programs.installer().toString(),
                "--no-defaults",
                "--datadir=" + data,
                "--tmpdir=" + data,
                "--auth-root-authentication-method=normal",
                "--skip-test-db",
                "--innodb-log-file-size=64M");
    }

    /** Returns the command line of a node of the group. */
    List<String> node(GaleraMember member, Path data) {
        var words = new ArrayList<>(base(data));
        words.addAll(List.of(
                "--bind-address=" + member.host(),
                "--port=" + member.port(),
                "--wsrep-on=ON",
                "--wsrep-provider=" + programs.provider(),
                "--wsrep-cluster-name=" + cluster,
                "--wsrep-node-name=" + member.name(),
                "--wsrep-node-address=" + member.host() + ":" + member.group(),
                "--wsrep-node-incoming-address=" + member.address(),
                "--wsrep-sst-method=rsync",
                "--wsrep-sst-receive-address=" + member.host() + ":" + member.copies(),
                "--wsrep-slave-threads=2",
                "--wsrep-retry-autocommit=0", // clients see each conflict
                "--wsrep-cluster-address=gcomm://" + addresses(),
                "--wsrep-provider-options=" + options(member)));
        return List.copyOf(words);
    }

    private String addresses() {
        return members.stream()
                .map(member -> member.host() + ":" + member.group())
                .collect(Collectors.joining(","));
    }

    private static String options(GaleraMember member) {
        var options = new TreeMap<>(Map.of(
                "gmcast.listen_addr",
                "tcp://" + member.host() + ":" + member.group(),
                "base_port",
                Integer.toString(member.group()),
                "ist.recv_addr",
                member.host() + ":" + member.increments(),
                "gcache.size",
                HISTORY_KEPT,
                "gcs.fc_limit",
                "64",
                "pc.recovery",
                "true"));
        options.put("pc.wait_prim_timeout", "PT1H"); // a node that is started alone waits for the others
        options.put("evs.keepalive_period", "PT0.5S");
        options.put("evs.inactive_check_period", "PT0.25S");
        options.put("evs.suspect_timeout", SUSPECT_TIMEOUT);
        options.put("evs.inactive_timeout", INACTIVE_TIMEOUT);
        options.put("evs.install_timeout", "PT5S");
        return options.entrySet().stream()
                .map(option -> option.getKey() + "=" + option.getValue())
                .collect(Collectors.joining(";"));
    }
}
