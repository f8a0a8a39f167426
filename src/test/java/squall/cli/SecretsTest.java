package squall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            postgres://app:hunter2@db:5432/ycsb                       | postgres://app:***@db:5432/ycsb
            jdbc:x://u:p@ss/w@h1:1,h2:2/db?a=b                        | jdbc:x://u:***@h1:1,h2:2/db?a=b
            jdbc:postgresql://h/db?user=me&password=hunter2&ssl=true  | jdbc:postgresql://h/db?user=me&password=***&ssl=true
            jdbc:postgresql://h/db?sslpassword=hunter2                | jdbc:postgresql://h/db?sslpassword=***
            db.passwd=hunter2 with blanks, and = signs                | db.passwd=***
            db.passwd = hunter2                                       | db.passwd = ***
            api_token: hunter2                                        | api_token: ***
            <password>hunter2</password>                              | <password>***</password>
            {"url":"x","password":"hun\\"ter2","n":1}                  | {"url":"x","password":"***","n":1}
            failed with user=me password='hunter2 2' host=h           | failed with user=me password=*** host=h
            host=h passfile=/x PASSWORD=hunter2                       | host=h passfile=/x PASSWORD=***
            db.url=jdbc:x://h/?password=hunter2                       | db.url=jdbc:x://h/?password=***
            """)
    void a_password_is_taken_out_wherever_it_stands(String text, String masked) {
        assertThat(Secrets.mask(text)).isEqualTo(masked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://127.0.0.1:5432/ycsb?user=me",
                "FATAL: password authentication failed for user \"me\"",
                "recordcount=1000\nfieldlength=100",
                "mail me@example.org at http://example.org:80/",
            })
    void other_text_stays_as_it_is(String text) {
        assertThat(Secrets.mask(text)).isEqualTo(text);
    }

    @Test
    void only_the_secret_lines_of_a_file_change() {
        assertThat(Secrets.mask("a=1\ndb.passwd=hunter2\nb=2\n")).isEqualTo("a=1\ndb.passwd=***\nb=2\n");
    }

    @Test
    void masking_twice_changes_nothing() {
        String once = Secrets.mask("jdbc:x://u:p@h/?password=a&b=c\npassword=x\n\"token\": \"y\"");
        assertThat(Secrets.mask(once)).isEqualTo(once);
    }

    @Test
    void a_setting_is_secret_by_its_name() {
        assertThat(Secrets.mask("db.passwd", "hunter2")).isEqualTo("***");
        assertThat(Secrets.mask("aws.SecretKey", "hunter2")).isEqualTo("***");
        assertThat(Secrets.mask("db.passwd", "")).isEmpty();
        assertThat(Secrets.mask("threads", "8")).isEqualTo("8");
    }

    @Test
    void the_argument_after_a_secret_option_is_masked() {
        assertThat(Secrets.mask(List.of("ycsb", "--password", "hunter2", "-p", "db.passwd=hunter2", "-threads", "8")))
                .containsExactly("ycsb", "--password", "***", "-p", "db.passwd=***", "-threads", "8");
    }
}
