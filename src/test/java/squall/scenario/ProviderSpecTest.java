package squall.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderSpecTest {
    @ParameterizedTest
    @ValueSource(strings = {"cassandra:nodes=", "cassandra:nodes= ,racks=3", "cassandra:racks=3,nodes="})
    void an_option_without_a_value_is_refused_not_passed_on_as_empty(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProviderSpec.parse("--cluster", text))
                .withMessage("--cluster: nodes is empty: give it a value, or omit it for its default (is a variable of"
                        + " the shell unset?)");
    }

    @Test
    void only_a_password_may_be_empty() {
        assertThat(ProviderSpec.parse("--load", "ycsb:threadcount=4,db.passwd="))
                .isEqualTo(new ProviderSpec("ycsb", Map.of("threadcount", "4", "db.passwd", "")));
    }
}
