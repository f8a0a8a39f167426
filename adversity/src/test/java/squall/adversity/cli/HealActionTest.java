package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.ProviderRegistry;
import squall.adversity.safety.Healer;
import squall.adversity.safety.JournalFolder;
import squall.spi.ClusterProvider;
import squall.spi.FaultProvider;
import squall.system.ExitCode;

class HealActionTest {
    /** Journal of a process that is gone: another one has its number. */
    private static final String JOURNAL = """
            {"v":1,"pid":1,"born":"1980-01-01T00:00:00Z"}
            {"v":1,"run":"bbbbbb","id":"f1","name":"adv_bbbbbb_f1","state":"ARMED","began":"2026-11-21T12:00:00Z",\
            "at":"2026-11-21T12:00:00Z","deadline":"2026-11-21T12:00:00Z","cluster":{"kind":"moon","options":{}},\
            "fault":{"kind":"kill","options":{}},"nodes":["n1"],"facts":{},"note":""}
            """;

    @TempDir
    Path folder;

    private final List<String> out = new ArrayList<>();
    private final List<String> err = new ArrayList<>();

    /** Covers an old error: the name of a copy is that of no run, which ended the command before anything was healed. */
    @Test
    void a_copy_of_a_journal_is_none() throws Exception {
        JournalFolder journals = new JournalFolder(folder);
        Files.writeString(folder.resolve("bbbbbb copy.journal"), JOURNAL);
        assertThat(journals.runs()).isEmpty();
        Files.writeString(journals.file("bbbbbb"), JOURNAL);
        assertThat(journals.runs()).containsExactly("bbbbbb");
    }

    /** Covers an old error: one journal that cannot be read kept the faults of all later runs from being healed. */
    @Test
    void a_journal_that_cannot_be_read_keeps_no_other_from_being_healed() throws Exception {
        JournalFolder journals = new JournalFolder(folder);
        Path damaged = Files.writeString(journals.file("aaaaaa"), "no journal\n");
        Files.setLastModifiedTime(damaged, FileTime.from(Instant.EPOCH)); // the oldest is healed first
        Files.writeString(journals.file("bbbbbb"), JOURNAL);
        Healer healer = new Healer(
                journals,
                new ProviderRegistry<ClusterProvider>("cluster", Map.of()),
                new ProviderRegistry<FaultProvider>("fault", Map.of()),
                () -> Instant.EPOCH);
        assertThat(new HealAction(journals, healer, out::add, err::add).all()).isEqualTo(ExitCode.NOT_HEALED);
        assertThat(out).isEmpty();
        assertThat(err).hasSize(2);
        assertThat(err.getFirst())
                .startsWith("the faults of run aaaaaa are not healed: " + damaged + ", line 1 is not JSON: ")
                .endsWith("; heal with the version of Squall that wrote it");
        assertThat(err.getLast()).startsWith("kill of n1 (adv_bbbbbb_f1) is not healed: unknown cluster 'moon'");
    }
}
