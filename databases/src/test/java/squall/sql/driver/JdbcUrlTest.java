package squall.sql.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.sql.driver.JdbcUrl.Endpoint;

class JdbcUrlTest {
    @Test
    void each_host_gets_an_address_of_its_own_and_parameters_stand_apart() {
        assertThat(JdbcUrl.parse("jdbc:postgresql://n1:5541,n2/ycsb?sslmode=require&password=s%26t"))
                .isEqualTo(new JdbcUrl(
                        List.of(
                                new Endpoint("n1:5541", "jdbc:postgresql://n1:5541/ycsb"),
                                new Endpoint("n2:5432", "jdbc:postgresql://n2:5432/ycsb")),
                        Map.of("sslmode", "require", "password", "s&t"),
                        DriverFamily.POSTGRESQL));
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://[::1]:5433/d, jdbc:postgresql://[::1]:5433/d",
        "jdbc:postgresql://[::1]/d, jdbc:postgresql://[::1]:5432/d",
        "jdbc:postgresql:d, jdbc:postgresql://localhost:5432/d",
        "jdbc:postgresql:///d, jdbc:postgresql://localhost:5432/d",
        "jdbc:postgresql:/, jdbc:postgresql://localhost:5432/",
        "jdbc:postgresql://h, jdbc:postgresql://h:5432/",
        "jdbc:yugabytedb://h/yugabyte, jdbc:yugabytedb://h:5433/yugabyte",
        "jdbc:cockroachdb://h/d, jdbc:cockroachdb://h:26257/d",
        "jdbc:mariadb://h/d?wsrep=1, jdbc:mariadb://h:3306/d",
        "jdbc:mysql://h:4000/d, jdbc:mariadb://h:4000/d",
        "'jdbc:unknown://h1,h2/d?x=y', 'jdbc:unknown://h1,h2/d?x=y'",
    })
    void defaults_are_filled_in_and_other_drivers_addresses_stay_whole(String url, String address) {
        assertThat(JdbcUrl.parse(url).endpoints()).extracting(Endpoint::address).containsExactly(address);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "postgresql://h/d | must begin with jdbc:, for example jdbc:postgresql://127.0.0.1:5432/ycsb",
                "jdbc:mariadb:loadbalance://h/d | must have '//' and the hosts after jdbc:mariadb:; Squall itself spreads sessions over them",
                "jdbc:postgresql://h1,,h2/d | must name a host between commas",
                "jdbc:postgresql://h:0/d | must have a port in [1, 65535], not '0'",
                "jdbc:postgresql://h:5x/d | must have a port in [1, 65535], not '5x'",
                "jdbc:postgresql://::1/d | must name a host between commas",
                "jdbc:postgresql://fe80::1/d | must have an IPv6 address in brackets, as [::1]:5432",
                "jdbc:postgresql://a/x,jdbc:postgresql://b/x | must be one address, with its hosts separated by commas; bin/ycsb takes several addresses separated by ';'",
                "jdbc:postgresql://a/x;ssl=true | must have its parameters after '?' and '&', not ';'; write a ';' in a name as %3B",
                "jdbc:postgresql://a/x/y | must have one '/' after the hosts, before the database; write any other as %2F",
            })
    void an_address_that_cannot_be_read_says_what_it_must_be(String url, String wanted) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JdbcUrl.parse(url))
                .withMessage("database address '" + url + "' " + wanted);
    }

    @Test
    void user_and_password_before_the_host_are_refused_and_not_repeated() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JdbcUrl.parse("jdbc:postgresql://u:secret@h/d"))
                .withMessage(
                        "database address 'jdbc:postgresql://u:***@h/d' must not contain user and password: give them as --user and --password, to bin/ycsb as db.user and db.passwd");
    }

    @Test
    void passwords_are_blotted_out() {
        assertThat(JdbcUrl.masked("jdbc:x://h/d?user=u&password=a&sslpassword=b;PWD=c"))
                .isEqualTo("jdbc:x://h/d?user=u&password=***&sslpassword=***;PWD=***");
        assertThat(SqlSettings.of("jdbc:x://h/d?password=a", "u", "b").toString())
                .isEqualTo("SqlSettings[jdbc:x://h/d?password=***]");
    }
}
