package squall.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretMaskingTest {
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
            jdbc:postgresql://h/db?pass%77ord=hunter2&ssl=true        | jdbc:postgresql://h/db?pass%77ord=***&ssl=true
            jdbc:oracle:thin:scott/hunter2@//h:1521/orcl              | jdbc:oracle:thin:scott/***@//h:1521/orcl
            jdbc:oracle:thin:scott/"hun@ter2"@h:1521:orcl             | jdbc:oracle:thin:scott/***@h:1521:orcl
            jdbc:oracle:oci:scott/hunter2@tns                         | jdbc:oracle:oci:scott/***@tns
            jdbc:sqlserver://h:1433;user=sa;password=hunter2;encrypt=true | jdbc:sqlserver://h:1433;user=sa;password=***;encrypt=true
            jdbc:sqlserver://h;password={hun;te=r2};encrypt=true      | jdbc:sqlserver://h;password=***;encrypt=true
            jdbc:sqlserver://h;PWD=hun;ter2                           | jdbc:sqlserver://h;PWD=***
            jdbc:mysql://app:hunter2@h1:3306,h2:3306/db?useSSL=true   | jdbc:mysql://app:***@h1:3306,h2:3306/db?useSSL=true
            jdbc:mysql://app%3Ahunter2@h:3306/db                      | jdbc:mysql://app%3A***@h:3306/db
            jdbc:mysql://(host=h,user=app,password=hunter2)/db        | jdbc:mysql://(host=h,user=app,password=***)/db
            jdbc:mysql://address=(host=h)(password=hunter2)(port=1)/db | jdbc:mysql://address=(host=h)(password=***)(port=1)/db
            jdbc:mariadb://h/db?user=app&password=hunter2             | jdbc:mariadb://h/db?user=app&password=***
            jdbc:teradata://h/USER=app,PASSWORD=hunter2,DBS_PORT=1025 | jdbc:teradata://h/USER=app,PASSWORD=***,DBS_PORT=1025
            jdbc:db2://h:50000/db:user=app;password=hunter2;          | jdbc:db2://h:50000/db:user=app;password=***
            jdbc:acme:app:hunter2@h:1                                 | jdbc:acme:app:***@h:1
            """)
    void a_password_is_taken_out_wherever_it_stands(String text, String masked) {
        assertThat(SecretMasking.mask(text)).isEqualTo(masked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://127.0.0.1:5432/ycsb?user=me",
                "jdbc:oracle:thin:@//h:1521/orcl",
                "jdbc:sqlserver://h:1433;databaseName=ycsb;encrypt=true",
                "jdbc:h2:mem:test;DB_CLOSE_DELAY=-1",
                "FATAL: password authentication failed for user \"me\"",
                "recordcount=1000\nfieldlength=100",
                "mail me@example.org at http://example.org:80/",
            })
    void other_text_stays_as_it_is(String text) {
        assertThat(SecretMasking.mask(text)).isEqualTo(text);
    }

    @Test
    void only_the_secret_lines_of_a_file_change() {
        assertThat(SecretMasking.mask("a=1\ndb.passwd=hunter2\nb=2\n")).isEqualTo("a=1\ndb.passwd=***\nb=2\n");
    }

    @Test
    void masking_twice_changes_nothing() {
        String once = SecretMasking.mask("jdbc:x://u:p@h/?password=a&b=c\npassword=x\n\"token\": \"y\"");
        assertThat(SecretMasking.mask(once)).isEqualTo(once);
    }

    @Test
    void a_setting_is_secret_by_its_name() {
        assertThat(SecretMasking.mask("db.passwd", "hunter2")).isEqualTo("***");
        assertThat(SecretMasking.mask("aws.SecretKey", "hunter2")).isEqualTo("***");
        assertThat(SecretMasking.mask("db.passwd", "")).isEmpty();
        assertThat(SecretMasking.mask("threads", "8")).isEqualTo("8");
    }

    @Test
    void the_argument_after_a_secret_option_is_masked() {
        assertThat(SecretMasking.mask(
                        List.of("ycsb", "--password", "hunter2", "-p", "db.passwd=hunter2", "-threads", "8")))
                .containsExactly("ycsb", "--password", "***", "-p", "db.passwd=***", "-threads", "8");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            -p db.passwd= -p recordcount=100                   | -p db.passwd='' -p recordcount=100
            -p db.passwd=hunter2 -p recordcount=100            | -p 'db.passwd=***' -p recordcount=100
            -p recordcount=100 -p db.passwd=                   | -p recordcount=100 -p db.passwd=''
            -p recordcount=100 -p db.passwd                    | -p recordcount=100 -p db.passwd
            --password _ --threads 4                           | --password '' --threads 4
            --password hunter2 --threads 4                     | --password '***' --threads 4
            --password= --threads 4                            | --password='' --threads 4
            --password=hunter2 --threads 4                     | '--password=***' --threads 4
            --threads 4 --password                             | --threads 4 --password
            --url jdbc:x://h/d?user=a&password= --comment a~b  | --url 'jdbc:x://h/d?user=a&password='\'\' --comment 'a b'
            --url jdbc:x://h/d?password=&user=a --comment a~b  | --url 'jdbc:x://h/d?password=&user=a' --comment 'a b'
            --url jdbc:x://h/d?password=hunter2&user=a -v      | --url 'jdbc:x://h/d?password=***&user=a' -v
            -p db.url=jdbc:h2:x;PASSWORD=;USER=sa -p a=b       | -p 'db.url=jdbc:h2:x;PASSWORD=;USER=sa' -p a=b
            env PGPASSWORD= bin/ycsb load                      | env PGPASSWORD='' bin/ycsb load
            env PGPASSWORD=hunter2 bin/ycsb load               | env 'PGPASSWORD=***' bin/ycsb load
            """)
    void a_command_line_can_be_copied_and_an_empty_password_stays_empty(String command, String shown) {
        List<String> words = Stream.of(command.split(" "))
                .map(word -> word.equals("_") ? "" : word.replace('~', ' '))
                .toList();
        String line = SecretMasking.commandLine(words);
        assertThat(line).isEqualTo(shown.replace("\\'\\'", "''"));
        assertThat(SecretMasking.mask("reproduce  " + line)).isEqualTo("reproduce  " + line);
    }

    @Test
    void an_option_is_not_the_password_of_the_argument_before() {
        assertThat(SecretMasking.mask("ycsb load -p db.passwd= -p recordcount=100 --password= --threads 4"))
                .isEqualTo("ycsb load -p db.passwd= -p recordcount=100 --password= --threads 4");
    }
}
