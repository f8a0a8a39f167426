package squall.testbed.patroni;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import squall.testbed.ha.GroupMember;
import squall.testbed.patroni.PatroniGroup.PatroniMember;

class PatroniSettingsTest {
    private static final PatroniNodeFolder FOLDER = new PatroniNodeFolder(Path.of("/state/n2"));
    private static final List<PatroniMember> SEATS = List.of(patroniMember(1), patroniMember(2), patroniMember(3));

    private final PatroniSettings settings = new PatroniSettings(
            PatroniGroup.of(new PatroniPrograms.Versions("15.18", "3.0.2", "3.4.23"), "caller", SEATS),
            new PatroniPrograms(
                    Path.of("/usr/bin/patroni"), Path.of("/usr/bin/etcd"), Path.of("/usr/lib/postgresql/15/bin")),
            "squall-group",
            "127.0.0.1/32",
            "secret");

    private static PatroniMember patroniMember(int number) {
        var member = new GroupMember("n" + number, GroupMember.HOST, 100 + number, "zone" + number);
        return new PatroniMember(member, 200 + number, 300 + number, 400 + number);
    }

    @Test
    void a_node_is_told_where_it_listens_and_where_all_votes_are() throws IOException {
        JsonNode told = new ObjectMapper().readTree(settings.of(SEATS.get(1), FOLDER));
        assertThat(told.path("name").asText()).isEqualTo("n2");
        assertThat(told.at("/restapi/listen").asText()).isEqualTo("127.0.0.1:202");
        assertThat(told.at("/postgresql/listen").asText()).isEqualTo("127.0.0.1:102");
        assertThat(told.at("/etcd3/hosts").toString())
                .isEqualTo("[\"127.0.0.1:301\",\"127.0.0.1:302\",\"127.0.0.1:303\"]");
        assertThat(told.at("/bootstrap/dcs/synchronous_mode").asBoolean()).isTrue();
        assertThat(told.at("/postgresql/data_dir").asText()).isEqualTo("/state/n2/home/data");
    }

    @Test
    void what_patroni_waits_for_fits_into_its_ttl() {
        assertThat(PatroniSettings.LOOP_WAIT + 2 * PatroniSettings.RETRY_TIMEOUT)
                .isLessThanOrEqualTo(PatroniSettings.TTL);
    }

    @Test
    void a_member_of_etcd_knows_the_others_and_admits_no_outsiders() {
        assertThat(settings.etcd(SEATS.getFirst(), FOLDER))
                .contains(
                        "--initial-cluster=n1=http://127.0.0.1:401,n2=http://127.0.0.1:402,n3=http://127.0.0.1:403",
                        "--listen-client-urls=http://127.0.0.1:301",
                        "--listen-peer-urls=http://127.0.0.1:401");
    }

    @Test
    void the_password_is_not_printed() {
        assertThat(settings.toString()).doesNotContain("secret");
    }
}
