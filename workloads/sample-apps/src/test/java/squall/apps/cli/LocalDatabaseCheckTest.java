package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.apps.cli.AppRunFacts.LocalDatabaseCheck;

class LocalDatabaseCheckTest {
    private final List<String> unknown = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:5432", "localhost:9042", "[::1]:5432", "127.0.0.3:19042"})
    void a_loopback_address_is_this_machine(String endpoint) {
        assertThat(LocalDatabaseCheck.any(List.of("192.0.2.1:5432", endpoint), unknown::add))
                .isTrue();
    }

    @Test
    void an_address_of_no_interface_here_is_another_machine() {
        assertThat(LocalDatabaseCheck.any(List.of("192.0.2.1:5432"), unknown::add))
                .isFalse();
    }

    @Test
    void an_address_that_is_unknown_is_said() {
        assertThat(LocalDatabaseCheck.any(List.of("no such host:5432", "127.0.0.1:5433"), unknown::add))
                .isTrue();
        assertThat(unknown)
                .singleElement()
                .asString()
                .startsWith("whether the server at no such host:5432 shares this machine is unknown: "
                        + "java.net.UnknownHostException: no such host");
    }
}
