package squall.testbed.cassandra.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CassandraVersionTest {
    @ParameterizedTest
    @ValueSource(strings = {"5.0.5", "4.1.10", "6.0-alpha2", "5.0-beta1", "5.0-rc2", "6.0.0-rc1"})
    void releases_and_what_comes_before_them_are_versions(String version) {
        assertThat(version).matches(CassandraVersion.FORM);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "5.0", "6.0-alpha", "6.0-SNAPSHOT", "6.0-alpha2-1", "6.0.alpha2", "five"})
    void all_else_is_none(String version) {
        assertThat(version).doesNotMatch(CassandraVersion.FORM);
    }

    @Test
    void what_is_no_release_is_said_to_be_experimental() {
        assertThat(new CassandraVersion("6.0-alpha2").text()).isEqualTo("6.0-alpha2 (experimental)");
        assertThat(new CassandraVersion("5.0.5").text()).isEqualTo("5.0.5");
    }

    @Test
    void version_6_has_accord_and_runs_on_java_17_only() {
        assertThat(new CassandraVersion("6.0-alpha2").accord()).isTrue();
        assertThat(new CassandraVersion("6.0-alpha2").jdks()).isEqualTo(Set.of(17));
        assertThat(new CassandraVersion("5.0.5").accord()).isFalse();
        assertThat(new CassandraVersion("5.0.5").jdks()).isEqualTo(Set.of(11, 17));
    }
}
