package squall.benchbase.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.sql.driver.SessionSetup;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.tpcc.TransactionType;
import squall.tpcc.schema.SchemaSettings.WarehousePlacement;

class ConfigFileTest {
    private static final String SAMPLE = """
            <?xml version="1.0"?>
            <parameters>
                <type>POSTGRES</type>
                <driver>org.postgresql.Driver</driver>
                <url>jdbc:postgresql://localhost:5432/benchbase?sslmode=disable&amp;ApplicationName=tpcc</url>
                <username>admin</username>
                <password>password</password>
                <reconnectOnConnectionFailure>true</reconnectOnConnectionFailure>
                <isolation>TRANSACTION_SERIALIZABLE</isolation>
                <batchsize>128</batchsize>
                <scalefactor>1</scalefactor>
                <terminals>4</terminals>
                <works>
                    <work>
                        <time>60</time>
                        <rate>10000</rate>
                        <weights>45,43,4,4,4</weights>
                    </work>
                </works>
                <transactiontypes>
                    <transactiontype><name>NewOrder</name></transactiontype>
                    <transactiontype><name>Payment</name></transactiontype>
                    <transactiontype><name>OrderStatus</name></transactiontype>
                    <transactiontype><name>Delivery</name></transactiontype>
                    <transactiontype><name>StockLevel</name></transactiontype>
                </transactiontypes>
            </parameters>
            """;

    @TempDir
    Path folder;

    @Test
    void benchbases_own_sample_says_what_it_says_to_benchbase() throws Exception {
        ConfigFile config = read(SAMPLE);

        assertThat(config.server())
                .isEqualTo(new ConfiguredServer(
                        "POSTGRES",
                        "org.postgresql.Driver",
                        "jdbc:postgresql://localhost:5432/benchbase?sslmode=disable&ApplicationName=tpcc",
                        "admin",
                        "password",
                        "serializable",
                        2,
                        SessionSetup.USUAL));
        assertThat(config.data())
                .isEqualTo(new ConfigFile.DataSettings(1, Optional.empty(), Optional.empty(), Optional.empty()));
        assertThat(config.phases())
                .containsExactly(new WorkPhase(
                        1,
                        Optional.of(Duration.ofSeconds(60)),
                        Duration.ZERO,
                        new WorkPhase.RequestRate.PerSecond(10_000, false),
                        Map.of(
                                TransactionType.NEW_ORDER, 45.0,
                                TransactionType.PAYMENT, 43.0,
                                TransactionType.ORDER_STATUS, 4.0,
                                TransactionType.DELIVERY, 4.0,
                                TransactionType.STOCK_LEVEL, 4.0),
                        4,
                        false));
        assertThat(config.transactions()).noneMatch(TransactionSettings::waits);
        assertThat(config.extension()).isEqualTo(SquallExtension.NONE);
    }

    @Test
    void what_is_meant_for_tpcc_beats_what_is_meant_for_all_and_others_are_passed_over() throws Exception {
        ConfigFile config = read(
                SAMPLE.replace(
                        "<terminals>4</terminals>",
                        "<terminals>4</terminals><terminals bench=\"tpcc\">7</terminals><terminals bench=\"ycsb\">9</terminals>"));

        assertThat(config.terminals()).isEqualTo(7);
    }

    @Test
    void works_have_their_own_warm_up_arrival_and_terminals() throws Exception {
        ConfigFile config = read(SAMPLE.replace("</works>", """
                <work arrival="poisson">
                    <time>30</time><warmup>5</warmup><rate>200</rate><weights>0,100,0,0,0</weights>
                    <active_terminals>2</active_terminals>
                </work>
                <work><time>9</time><rate>disabled</rate><weights>45,43,4,4,4</weights></work>
                </works>"""));

        assertThat(config.phases().get(1))
                .returns(Duration.ofSeconds(5), WorkPhase::warmUp)
                .returns(new WorkPhase.RequestRate.PerSecond(200, true), WorkPhase::rate)
                .returns(2, WorkPhase::activeTerminals);
        assertThat(config.phases().get(2).rate()).isEqualTo(new WorkPhase.RequestRate.Disabled());
    }

    @Test
    void a_serial_work_has_one_terminal_and_may_have_no_time() throws Exception {
        String serial = SAMPLE.replace("<work>", "<work><serial>true</serial>");

        assertThat(read(serial).phases().getFirst())
                .returns(true, WorkPhase::serial)
                .returns(1, WorkPhase::activeTerminals)
                .returns(Optional.of(Duration.ofMinutes(1)), WorkPhase::length);
        assertThat(read(serial.replace("<time>60</time>", "<time>0</time>"))
                        .phases()
                        .getFirst())
                .returns(Optional.empty(), WorkPhase::length);
        assertThat(read(serial.replace("<time>60</time>", "")).phases().getFirst())
                .returns(Optional.empty(), WorkPhase::length);
    }

    @Test
    void sessions_are_set_up_by_the_statements_of_a_file() throws Exception {
        Files.writeString(folder.resolve("setup.sql"), "SET work_mem = '9MB'; -- more\nSET jit = off;\n");

        assertThat(read(SAMPLE.replace(
                                "<batchsize>",
                                "<newConnectionPerTxn>true</newConnectionPerTxn>"
                                        + "<sessionsetupfile>setup.sql</sessionsetupfile><batchsize>"))
                        .server()
                        .sessions())
                .isEqualTo(new SessionSetup(List.of("SET work_mem = '9MB'", "SET jit = off"), true));
    }

    @Test
    void waits_are_milliseconds() throws Exception {
        ConfigFile config = read(
                SAMPLE.replace(
                        "<name>NewOrder</name>",
                        "<name>NewOrder</name><preExecutionWait>18000</preExecutionWait><postExecutionWait>12000</postExecutionWait>"));

        assertThat(config.transactions().getFirst())
                .isEqualTo(new TransactionSettings(
                        TransactionType.NEW_ORDER, Duration.ofSeconds(18), Duration.ofSeconds(12)));
    }

    @Test
    void weights_with_decimals_are_added_exactly() throws Exception {
        assertThat(read(SAMPLE.replace("45,43,4,4,4", "45.5,42.5,4.1,3.9,4"))
                        .phases()
                        .getFirst()
                        .weights())
                .containsEntry(TransactionType.PAYMENT, 42.5);
    }

    @Test
    void the_extension_holds_what_benchbase_has_no_element_for() throws Exception {
        ConfigFile config = read(SAMPLE.replace("</parameters>", """
                <squall>
                    <testbed>postgres</testbed>
                    <terminals>100</terminals>
                    <connections>20</connections>
                    <waits>specification</waits>
                    <mix>deck</mix>
                    <deferreddelivery>2</deferreddelivery>
                    <warehouses>5</warehouses>
                    <fromwarehouse>6</fromwarehouse>
                    <seed>42</seed>
                    <ddl>squall</ddl>
                    <foreignkeys>false</foreignkeys>
                    <partitions>3</partitions>
                    <zones>a,b,c</zones>
                </squall>
                </parameters>"""));

        assertThat(config.extension())
                .isEqualTo(new SquallExtension(
                        Optional.of("postgres"),
                        Optional.of(100),
                        Optional.of(20),
                        SquallExtension.Waits.SPECIFICATION,
                        SquallExtension.Mix.DECK,
                        Optional.of(2),
                        Optional.of(5),
                        Optional.of(6),
                        OptionalLong.of(42),
                        new TableLayout(
                                TableLayout.Ddl.SQUALL,
                                false,
                                Optional.of(new WarehousePlacement.Partitions(3, List.of("a", "b", "c"))))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<terminals>4</terminals> | <treminals>4</treminals>"
                        + " | sample.xml:12: <treminals> is unknown in <parameters>; did you mean 'terminals'?",
                "SERIALIZABLE | SERIALISABLE | sample.xml:9: <isolation> must be one of TRANSACTION_READ_COMMITTED,"
                        + " TRANSACTION_REPEATABLE_READ, TRANSACTION_SERIALIZABLE, not 'TRANSACTION_SERIALISABLE'",
                "45,43,4,4,4 | 45,43,4,4,5 | sample.xml:17: <weights> must add up to 100, not 101: 45,43,4,4,5",
                "45,43,4,4,4 | 45,43,12 | sample.xml:17: <weights> has 3 numbers for 5 transaction types",
                "<batchsize>128</batchsize> | <retries>0</retries>"
                        + " | sample.xml:10: <retries> must be a whole number, 1 or more, not '0'",
                "<scalefactor>1< | <scalefactor>1.6< | sample.xml:11: <scalefactor> must be a whole number of warehouses,"
                        + " 1 or more (BenchBase loads 2 and drives 1 at 1.6), not '1.6'",
                "<scalefactor>1< | <scalefactor>0< | sample.xml:11: <scalefactor> must be a whole number of warehouses,"
                        + " 1 or more (BenchBase loads 2 and drives 1 at 1.6), not '0'",
                "<rate>10000</rate> | <rate>fast</rate> | sample.xml:16: <rate> must be a number of requests per second"
                        + " above 0, unlimited or disabled, not 'fast'",
                "<time>60</time> | '' | sample.xml:14: <work> needs an element <time>",
                "OrderStatus | OrderState | sample.xml:23: <name> is not a transaction of tpcc: 'OrderState';"
                        + " did you mean 'OrderStatus'?",
                "POSTGRES | POSTGRE | sample.xml:3: <type> is not a database type: 'POSTGRE'; did you mean 'POSTGRES'?;"
                        + " use type POSTGRES for YugabyteDB, and MYSQL for TiDB",
                "POSTGRES | ORACLE | sample.xml:3: <type> is ORACLE, which Squall's engine does not support: run it with"
                        + " --engine upstream",
                "<batchsize>128</batchsize> | <ddlpath>none.sql</ddlpath>"
                        + " | sample.xml:10: <ddlpath> names a file that does not exist: none.sql (looked in [FOLDER])",
                "<batchsize>128</batchsize> | <sessionsetupfile>none.sql</sessionsetupfile>"
                        + " | sample.xml:10: <sessionsetupfile> names a file that does not exist: none.sql (looked in [FOLDER])",
                "<time>60</time> | <serial>true</serial><warmup>5</warmup>"
                        + " | sample.xml:15: <warmup> has no meaning without a <time>: each transaction runs once before"
                        + " it is measured",
                "<time>60</time> | <serial>true</serial><active_terminals>2</active_terminals>"
                        + " | sample.xml:15: <active_terminals> must be 1 or omitted: a serial work has one terminal",
                "<batchsize>128</batchsize> | <skewFactor>1</skewFactor>"
                        + " | sample.xml:10: <skewFactor> has no meaning for tpcc: remove it",
                "<terminals>4</terminals> | <terminals>4</terminals><terminals>5</terminals>"
                        + " | sample.xml:12: <terminals> occurs twice, first in line 12",
                "<batchsize>128</batchsize> | <squall><pieces>3</pieces><partitions>3</partitions></squall>"
                        + " | sample.xml:10: <partitions> and <pieces> contradict each other; keep one",
                "<batchsize>128</batchsize> | <squall><mix>desk</mix></squall>"
                        + " | sample.xml:10: <mix> must be weights or deck, not 'desk'",
                "<batchsize>128</batchsize> | <squall><testbet>x</testbet></squall>"
                        + " | sample.xml:10: <testbet> is unknown in <squall>; did you mean 'testbed'?",
                "<work> | <work arival='poisson'>"
                        + " | sample.xml:14: <work> has no attribute 'arival'; did you mean 'arrival'?",
            })
    void a_mistake_is_refused_with_its_line_and_what_is_wanted(String found, String written, String message)
            throws IOException {
        Path file = write(SAMPLE.replaceFirst(Pattern.quote(found), written));

        assertThatThrownBy(() -> ConfigFile.read("sample.xml", file, List.of(folder)))
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE))
                .hasMessage(message.replace("FOLDER", folder.toString()));
    }

    @Test
    void a_missing_file_is_named_with_its_whole_path() {
        assertThatThrownBy(() -> ConfigFile.read("a/b.xml", folder.resolve("a/b.xml"), List.of(folder)))
                .isInstanceOf(CommandException.class)
                .hasMessage(folder.resolve("a/b.xml") + ": no such file or folder");
    }

    @Test
    void an_element_that_is_not_closed_is_told_with_its_line() throws IOException {
        Path file = write(SAMPLE.replace("</driver>", ""));

        assertThatThrownBy(() -> ConfigFile.read("sample.xml", file, List.of(folder)))
                .isInstanceOf(CommandException.class)
                .hasMessageStartingWith("sample.xml:27: no XML: ");
    }

    @Test
    void nothing_outside_the_file_is_opened() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "POSTGRES");
        Path file = write(SAMPLE.replace(
                        "<parameters>", "<!DOCTYPE x [<!ENTITY s SYSTEM \"" + secret.toUri() + "\">]><parameters>")
                .replace("POSTGRES", "&s;"));

        assertThatThrownBy(() -> ConfigFile.read("sample.xml", file, List.of(folder)))
                .isInstanceOf(CommandException.class)
                .hasMessageStartingWith("sample.xml:3: ");
    }

    private ConfigFile read(String text) throws IOException, CommandException {
        return ConfigFile.read("sample.xml", write(text), List.of(folder));
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("sample.xml"), text);
    }
}
