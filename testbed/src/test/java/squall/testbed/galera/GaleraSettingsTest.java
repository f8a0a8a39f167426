package squall.testbed.galera;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class GaleraSettingsTest {
    private static final List<GaleraMember> MEMBERS = List.of(member(1), member(2));

    private final List<String> second = new GaleraSettings(
                    new GaleraPrograms(
                            Path.of("/usr/sbin/mariadbd"),
                            Path.of("/usr/bin/mariadb-install-db"),
                            Path.of("/lib/galera.so")),
                    "squall-group",
                    "1",
                    MEMBERS)
            .node(MEMBERS.get(1), Path.of("/state/n2/data"));

    private static GaleraMember member(int number) {
        return new GaleraMember(
                "n" + number,
                GaleraMember.HOST,
                100 + number,
                200 + number,
                300 + number,
                400 + number,
                "zone" + number);
    }

    @Test
    void a_node_is_told_where_it_listens_and_where_all_nodes_are() {
        assertThat(second)
                .startsWith("/usr/sbin/mariadbd", "--no-defaults", "--datadir=/state/n2/data")
                .contains(
                        "--bind-address=127.0.0.1",
                        "--port=102",
                        "--wsrep-cluster-address=gcomm://127.0.0.1:201,127.0.0.1:202",
                        "--wsrep-node-address=127.0.0.1:202",
                        "--wsrep-sst-receive-address=127.0.0.1:402");
        assertThat(options()).contains("gmcast.listen_addr=tcp://127.0.0.1:202", "ist.recv_addr=127.0.0.1:302");
    }

    @Test
    void a_commit_is_on_disk_and_a_conflict_reaches_the_client() {
        assertThat(second).contains("--innodb-flush-log-at-trx-commit=1", "--wsrep-retry-autocommit=0");
    }

    @Test
    void a_node_remembers_its_component_and_waits_for_it() {
        assertThat(options()).contains("pc.recovery=true", "pc.wait_prim_timeout=PT1H", "evs.suspect_timeout=PT2S");
    }

    private List<String> options() {
        String prefix = "--wsrep-provider-options=";
        return second.stream()
                .filter(word -> word.startsWith(prefix))
                .flatMap(word -> List.of(word.substring(prefix.length()).split(";")).stream())
                .toList();
    }
}
