package squall.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ssh:inventory=lab.yaml|ssh:inventory=/home/me/lab.yaml",
                "ssh:inventory=../lab.yaml|ssh:inventory=/home/me/../lab.yaml",
                "ssh:inventory=/etc/lab.yaml|ssh:inventory=/etc/lab.yaml",
                "compose:file=c.yaml,password=file:pw,project=lab|compose:file=/home/me/c.yaml,password=file:/home/me/pw,project=lab",
                "compose:password=env:PW,project=lab|compose:password=env:PW,project=lab",
                "postgres-ha|postgres-ha"
            })
    void a_file_is_the_same_one_for_a_process_in_another_folder(String typed, String resolved) {
        assertThat(ProviderSpec.parse("--cluster", typed)
                        .resolved(Path.of("/home/me"))
                        .text())
                .isEqualTo(resolved);
    }
}
