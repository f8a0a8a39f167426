package squall.testbed.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;
import squall.testbed.host.RunAs;

/** Test with a user number without a line in the system's list of users, as containers have; skipped unless root runs it. */
@Tag("server")
class NamelessUserTest {
    private static final int NAMELESS = 12_345;
    private static final List<String> BECOME =
            List.of("setpriv", "--reuid=" + NAMELESS, "--regid=" + NAMELESS, "--clear-groups");

    @RegisterExtension
    static final Bed BED = new Bed();

    @Test
    void a_user_without_a_name_can_make_a_database_all_the_same() throws Exception {
        assumeTrue(StateFolder.root(), "only root can become somebody else");
        PostgresBinaries binaries = PostgresBinaries.in(BED.state());
        Path folder = BED.state().folder("nameless");
        Files.setAttribute(folder, "unix:uid", NAMELESS);
        List<String> initdb = binaries.initdb(List.of("--pgdata=" + folder.resolve("data"), "--username=squall"));

        Finished bare = run(folder, RunAs.CALLER.command(initdb));
        assumeTrue(run(folder, RunAs.UNSHARE.command(List.of("true"))).ok(), "user namespaces are not allowed here");
        Finished wrapped = run(folder, RunAs.UNSHARE.command(initdb));

        assertThat(bare.text()).endsWith("could not look up effective user ID 12345: user does not exist");
        assertThat(wrapped.output()).contains("Success.");
        assertThat(Files.getAttribute(folder.resolve("data/PG_VERSION"), "unix:uid"))
                .isEqualTo(NAMELESS);
        FileTrees.delete(folder);
    }

    private static Finished run(Path folder, List<String> command) throws Exception {
        List<String> words = Stream.of(BECOME, command).flatMap(List::stream).toList();
        return new ExternalProgram(words, folder, Duration.ofMinutes(2)).run();
    }
}
