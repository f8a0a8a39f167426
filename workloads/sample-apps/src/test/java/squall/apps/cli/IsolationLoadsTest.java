package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class IsolationLoadsTest {
    private static final String MAIN = "jdbc:postgresql://a:1,b:2/squall?targetServerType=primary&options=-cfsync=on";

    @Test
    void standbys_are_those_of_the_same_address() {
        assertThat(IsolationLoads.readUrl("standbys", MAIN))
                .isEqualTo("jdbc:postgresql://a:1,b:2/squall?targetServerType=secondary&options=-cfsync=on");
        assertThat(IsolationLoads.readUrl("jdbc:postgresql://c/squall", MAIN)).isEqualTo("jdbc:postgresql://c/squall");
    }

    @Test
    void an_address_that_does_not_tell_the_primary_from_standbys_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IsolationLoads.readUrl("standbys", "jdbc:postgresql://a:1/squall"))
                .withMessage(
                        "read_url=standbys needs an address with targetServerType=primary, which names the standbys"
                                + " too; give their own address instead");
    }
}
