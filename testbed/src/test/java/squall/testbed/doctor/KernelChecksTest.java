package squall.testbed.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.system.process.SearchPath;
import squall.testbed.doctor.MachineCheck.CheckAnswer;
import squall.testbed.doctor.MachineCheck.CheckAnswer.Missing;
import squall.testbed.doctor.MachineCheck.CheckAnswer.Ok;

class KernelChecksTest {
    private static final InstalledTools NONE = new InstalledTools(SearchPath.of("/nowhere"));

    @TempDir
    Path root;

    @Test
    void a_machine_without_cgroups_says_so() throws Exception {
        assertThat(cgroups(true)).isEqualTo(new Missing(root.resolve("sys/fs/cgroup") + " has no controller"));
    }

    @Test
    void the_second_kind_of_cgroups_lists_its_controllers() throws Exception {
        Files.createDirectories(root.resolve("sys/fs/cgroup"));
        Files.writeString(root.resolve("sys/fs/cgroup/cgroup.controllers"), "cpu io memory\n");

        assertThat(cgroups(true)).isEqualTo(new Ok("v2: cpu io memory"));
    }

    @Test
    void the_first_kind_of_cgroups_is_its_folders() throws Exception {
        Files.createDirectories(root.resolve("sys/fs/cgroup/blkio"));
        Files.createDirectories(root.resolve("sys/fs/cgroup/freezer"));

        assertThat(cgroups(true)).isEqualTo(new Ok("v1: blkio freezer"));
    }

    @Test
    void a_program_that_is_not_installed_is_named() throws Exception {
        assertThat(look("faketime", true)).isEqualTo(new Missing("there is no 'faketime' on the PATH"));
    }

    @Test
    void freezing_is_for_root() throws Exception {
        Path tools = Files.createDirectories(root.resolve("tools"));
        assertThat(Files.createFile(tools.resolve("fsfreeze")).toFile().setExecutable(true))
                .isTrue();

        assertThat(look(new KernelChecks(new InstalledTools(SearchPath.of(tools.toString())), false, root), "fsfreeze"))
                .isEqualTo(new Missing("only root may freeze a file system"));
    }

    private CheckAnswer cgroups(boolean asRoot) throws InterruptedException {
        return look("cgroups", asRoot);
    }

    private CheckAnswer look(String name, boolean asRoot) throws InterruptedException {
        return look(new KernelChecks(NONE, asRoot, root), name);
    }

    private static CheckAnswer look(KernelChecks kernel, String name) throws InterruptedException {
        return kernel.host().checks().stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow()
                .finding()
                .answer();
    }
}
