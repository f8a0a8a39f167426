package squall.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import squall.apps.cql.CassandraListAppend;
import squall.apps.cql.CassandraRegisters;
import squall.apps.sql.SqlListAppend;
import squall.apps.sql.SqlRegisters;
import squall.isolation.WritesPerKey;
import squall.spi.Options;

class IsolationAppTest {
    static Stream<IsolationApp> applications() {
        return Stream.of(new SqlListAppend(), new SqlRegisters(), new CassandraListAppend(), new CassandraRegisters());
    }

    /** Covers an old default: every key took the same number of writes, and errors in a key's first moments were seldom found. */
    @ParameterizedTest
    @MethodSource("applications")
    void the_writes_of_a_key_are_zipfian_unless_a_number_is_given(IsolationApp application) {
        assertThat(writesPerKey(application, Map.of())).isEqualTo(WritesPerKey.ZIPFIAN);
        assertThat(writesPerKey(application, Map.of(IsolationApp.WRITES_PER_KEY, "32")))
                .isEqualTo(new WritesPerKey(32, false));
    }

    private static WritesPerKey writesPerKey(IsolationApp application, Map<String, String> options) {
        AppContext setting = new AppContext("t", new KeyValueFormat("key", 0), new Options("test", options));
        return application.workload(setting, 10).writesPerKey();
    }
}
