package squall.cql.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CqlAddressTest {
    @Test
    void hosts_without_a_port_have_the_one_of_all() {
        assertThat(CqlAddress.ofHosts("a, b:9043,[::1],[::1]:9044", 9042))
                .isEqualTo(new CqlAddress(List.of("a:9042", "b:9043", "[::1]:9042", "[::1]:9044"), ""));
    }

    @Test
    void the_address_that_a_target_tells_names_hosts_too() {
        assertThat(CqlAddress.ofHosts("cql://a:9043,b:9043?dc=dc1", 9042))
                .isEqualTo(new CqlAddress(List.of("a:9043", "b:9043"), "dc1"));
    }

    @Test
    void no_host_at_all_is_a_mistake() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CqlAddress.ofHosts(" ,", 9042))
                .withMessage("hosts must be a comma list of HOST or HOST:PORT, not ' ,'");
    }

    @Test
    void a_target_tells_its_nodes_and_its_data_centre() {
        assertThat(CqlAddress.ofUrl("cql://127.0.0.1:9042,127.0.0.2:9042?dc=dc1"))
                .isEqualTo(new CqlAddress(List.of("127.0.0.1:9042", "127.0.0.2:9042"), "dc1"));
        assertThat(CqlAddress.ofUrl("cql://127.0.0.1:9042")).isEqualTo(new CqlAddress(List.of("127.0.0.1:9042"), ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:x", "cql://", "cql://a", "cql://a:1,,b:1", "cql://a:1?datacenter=x", "cql://a:1?dc="})
    void an_address_that_says_something_else_is_no_address(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CqlAddress.ofUrl(url))
                .withMessage("a CQL address must be cql://HOST:PORT,..., followed by ?dc=NAME if there are several"
                        + " data centres, not '" + url + "'");
    }
}
