package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.cli.TestCommand.Ended;

/** Test of a third party's class that sends its inserts in batches of ten, and refuses batches with one of three keys. */
@SuppressWarnings("InlineFormatString") // a whole class, which would hide the line that writes it
class ForeignDbTest {
    private static final String BATCHES = """
            package %s;

            import java.util.*;
            import java.util.concurrent.ConcurrentHashMap;
            import site.ycsb.*;

            public class %s extends DB {
              private static final Set<String> STORED = ConcurrentHashMap.newKeySet();
              private final List<String> batch = new ArrayList<>();

              public Status read(String t, String k, Set<String> f, Map<String, ByteIterator> r) {
                return STORED.contains(k) ? Status.OK : Status.NOT_FOUND;
              }
              public Status scan(String t, String k, int n, Set<String> f, Vector<HashMap<String, ByteIterator>> r) {
                return Status.NOT_IMPLEMENTED;
              }
              public Status update(String t, String k, Map<String, ByteIterator> v) { return Status.OK; }
              public Status insert(String t, String k, Map<String, ByteIterator> v) {
                batch.add(k);
                return batch.size() < 10 ? Status.BATCHED_OK : send();
              }
              public Status delete(String t, String k) { return Status.NOT_IMPLEMENTED; }
              public void cleanup() {
                if (Boolean.parseBoolean(getProperties().getProperty("sends.rest"))) {
                  send();
                }
              }
              private Status send() {
                boolean refused = batch.contains("user1820151046732198393");
                if (!refused) {
                  STORED.addAll(batch);
                }
                batch.clear();
                return refused ? Status.ERROR : Status.OK;
              }
            }
            """;

    @TempDir
    private Path folder;

    private Path classes;

    @BeforeEach
    void makeFolder() throws IOException {
        classes = Files.createDirectories(folder.resolve("a (b+ö)<c"));
    }

    @Test
    void a_batched_row_is_not_acknowledged_before_its_batch() throws IOException {
        Ended ended = load("com.example", "BatchDb", "-p recordcount=45 -p sends.rest=true");
        assertThat(ended.code()).as(ended.err()).isEqualTo(3);
        assertThat(ended.value("INSERT", "Operations")).contains("35");
        assertThat(ended.value("INSERT", "Return=OK")).contains("3");
        assertThat(ended.value("INSERT", "Return=BATCHED_OK")).contains("32");
        assertThat(ended.value("INSERT", "Return=ERROR")).contains("10");
        assertThat(ended.err()).contains("10  INSERT ERROR other, outcome unknown");
    }

    @Test
    void rows_that_a_class_never_sent_are_not_acknowledged() throws IOException {
        Ended ended = load("com.example", "BatchDb", "-p recordcount=45 -p sends.rest=false");
        assertThat(ended.value("INSERT", "Return=BATCHED_OK")).as(ended.err()).contains("32");
        assertThat(ended.value("ERRORS", "INSERT BATCHED_OK")).contains("5");
    }

    @Test
    void upstreams_workload_waits_for_its_batches_too() throws IOException {
        Ended ended = load("com.example", "BatchDb", "-p recordcount=45 -p sends.rest=true --workload=upstream");
        assertThat(ended.value("INSERT", "Operations")).as(ended.err()).contains("35");
        assertThat(ended.value("INSERT", "Return=BATCHED_OK")).contains("32");
        assertThat(ended.value("INSERT", "Return=ERROR")).contains("10");
    }

    @Test
    void a_class_on_the_class_path_is_that_class_whatever_it_is_called() throws IOException {
        Ended ended = load("site.ycsb.db", "JdbcDBClient", "-p recordcount=2 -p sends.rest=true");
        assertThat(ended.value("INSERT", "Return=BATCHED_OK")).as(ended.err()).contains("2");
        assertThat(ended.err()).doesNotContain("stands in for it");
    }

    @Test
    void squalls_binding_that_stands_in_for_upstreams_says_so() {
        Ended ended = new Ycsb(List.of(), folder)
                .run("load jdbc -db site.ycsb.db.JdbcDBClient -P workloada -p db.url=jdbc:postgresql://127.0.0.1:1/none"
                        + " -p db.connecttimeout=1s");
        assertThat(ended.code()).as(ended.err()).isEqualTo(5);
        assertThat(ended.err()).contains("using Squall's own binding 'jdbc' instead");
    }

    @Test
    void a_property_file_may_have_any_name() throws IOException {
        Path file = Files.copy(Path.of("../workloads/workloada"), classes.resolve("w+(ö<.props"));
        // Blanks cannot be in the words of a test: they are split there.
        Ended ended = new Ycsb(List.of("-P", file.toString(), "-cp", classes.toString()), folder)
                .run("load basic -p recordcount=5");
        assertThat(ended.code()).as(ended.err()).isZero();
    }

    private Ended load(String packageName, String name, String options) throws IOException {
        Path source = Files.writeString(folder.resolve(name + ".java"), BATCHES.formatted(packageName, name));
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-d",
                        classes.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        source.toString());
        assertThat(compiled).isZero();
        return new Ycsb(List.of("-P", "workloada", "-cp", classes.toString()), folder)
                .run("load basic -db " + packageName + "." + name + " " + options);
    }
}
