package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.cli.TestCommand.Ended;

/** Two databases as shards, on one server that has two names. */
@Tag("server")
@Tag("extended")
class ShardsServerTest {
    private static final Pattern COMMITS = Pattern.compile("\"commits_per_s\" : ([0-9.]+)");

    private static Bench bench;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        bench = new Bench("shards");
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        bench.remove();
    }

    @Test
    void shards_on_one_server_commit_no_more_than_was_written() throws Exception {
        bench.tell("CREATE DATABASE beside");
        String url = bench.target().url();
        String beside = url.replaceFirst("127\\.0\\.0\\.1", "localhost").replaceFirst("/[^/]+$", "/beside");
        String options = " jdbc -P workloada -p recordcount=500 -p db.url=" + url + ";" + beside;
        Ended loaded = bench.ycsb("load" + options);
        assertThat(loaded.code()).as(loaded.err()).isZero();
        assertThat(bench.ask("SELECT count(*) BETWEEN 150 AND 350 FROM usertable"))
                .isEqualTo("t");

        Ended run = bench.ycsb("run" + options
                + " -p readproportion=0 -p updateproportion=1 -target 300 -p operationcount=1800 -threads 4");

        assertThat(run.codeIfNotBusy()).as(run.err()).isZero();
        Matcher commits = COMMITS.matcher(Files.readString(bench.folder().resolve("results/latest/summary.json")));
        double last = Double.NaN;
        while (commits.find()) {
            last = Double.parseDouble(commits.group(1));
        }
        assertThat(last).isBetween(150.0, 400.0);
    }
}
