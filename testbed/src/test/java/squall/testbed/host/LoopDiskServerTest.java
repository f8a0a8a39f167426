package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.spi.Cluster.PowerCuts.MarkFiles;
import squall.system.PollDeadline;
import squall.system.process.ExternalProgram;
import squall.system.process.FileSystemStop;
import squall.system.process.ProcessState;
import squall.system.process.ProcessTree;
import squall.testbed.LoopDevices;

/** Real file systems, of which the power is cut. Only root can mount them: elsewhere the tests are skipped. */
@Tag("server")
@Tag("extended")
class LoopDiskServerTest {
    private static final DiskShape SHAPE = DiskShape.parse("own,size=256M");

    @TempDir
    Path folder;

    @BeforeEach
    void possible() throws IOException {
        requirePossible(SHAPE);
    }

    private static void requirePossible(DiskShape shape) throws IOException {
        String refusal = LoopDisk.refusal(shape).orElse("");
        assumeTrue(refusal.isEmpty(), refusal);
    }

    @AfterEach
    void end() throws Exception {
        LoopDisk.detachAll(folder);
        assertThat(LoopDevices.list()).doesNotContain(folder.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"own,size=256M", "own,size=300M,fs=xfs"})
    void a_disk_that_lost_its_power_has_what_was_synced_and_nothing_else(String shape) throws Exception {
        requirePossible(DiskShape.parse(shape));
        LoopDisk disk = LoopDisk.make(folder, DiskShape.parse(shape));
        assertThat(disk.stopped()).isFalse();

        LoopDisk.stop(List.of(disk), "cut", List.of(), Duration.ZERO);
        assertThat(disk.stopped()).isTrue();

        disk.detach();
        disk.attach();
        assertThat(disk.stopped()).isFalse();
        assertThat(disk.found("cut")).isEqualTo(new MarkFiles(true, false));
        disk.clear("cut");
        assertThat(disk.found("cut")).isEqualTo(new MarkFiles(false, false));
    }

    /** Covers an old error: a server that ran on acknowledged a write whose sync the file system had let succeed as it stopped. */
    @Test
    void no_process_that_uses_the_disk_runs_on() throws Exception {
        LoopDisk disk = LoopDisk.make(folder, SHAPE);
        Process writer = new ProcessBuilder("sh", "-c", "sleep 60 & wait").start();
        var tree = new ProcessTree(writer.pid());
        try {
            assertThat(PollDeadline.in(Duration.ofSeconds(10))
                            .await(() -> tree.pids().size() == 2))
                    .isTrue();

            LoopDisk.stop(List.of(disk), "cut", List.of(writer.pid()), Duration.ZERO);

            assertThat(tree.pids()).hasSize(2);
            for (long pid : tree.pids()) {
                assertThat(ProcessState.of(pid)).isEqualTo(ProcessState.STOPPED);
            }
        } finally {
            tree.kill();
        }
    }

    /** Syncs once a second, as databases do that do not sync each commit: a cut that comes just after a sync would find nothing lost. */
    @Test
    void a_disk_that_is_synced_once_a_second_is_stopped_between_two_syncs() throws Exception {
        LoopDisk disk = LoopDisk.make(folder, SHAPE);
        Process writer = new ProcessBuilder(
                        "sh",
                        "-c",
                        "while dd if=/dev/zero of=file bs=4k count=1 conv=fsync 2>/dev/null; do date +%s.%N >>../synced; sleep 1; done")
                .directory(disk.mount().toFile())
                .start();
        var tree = new ProcessTree(writer.pid());
        try {
            assertThat(PollDeadline.in(Duration.ofSeconds(10)).await(() -> Files.exists(folder.resolve("synced"))))
                    .isTrue();

            assertThat(LoopDisk.stop(List.of(disk), "cut", List.of(writer.pid()), Duration.ofMillis(100))
                            .unsaved())
                    .isTrue();
        } finally {
            tree.kill();
        }
    }

    @Test
    void a_disk_that_is_written_all_the_time_is_stopped_nevertheless() throws Exception {
        LoopDisk disk = LoopDisk.make(folder, SHAPE);
        Process writer = new ProcessBuilder(
                        "sh", "-c", "while dd if=/dev/zero of=file bs=4k count=1 conv=fsync 2>/dev/null; do :; done")
                .directory(disk.mount().toFile())
                .start();
        var tree = new ProcessTree(writer.pid());
        try {
            assertThat(LoopDisk.stop(List.of(disk), "cut", List.of(writer.pid()), Duration.ofMillis(500))
                            .unsaved())
                    .isFalse();
            assertThat(disk.stopped()).isTrue();
        } finally {
            tree.kill();
        }
    }

    @Test
    void a_disk_that_is_unmounted_in_good_order_keeps_both() throws Exception {
        LoopDisk disk = LoopDisk.make(folder, SHAPE);
        Files.writeString(disk.mount().resolve("file"), "text");

        disk.detach();
        assertThat(disk.mount().resolve("file")).doesNotExist();
        disk.attach();

        assertThat(disk.mount().resolve("file")).hasContent("text");
    }

    /** Covers an old error: whether a full disk had stopped could not be told, so nothing on it could be healed. */
    @ParameterizedTest
    @ValueSource(strings = {"own,size=256M", "own,size=300M,fs=xfs"})
    void a_full_disk_works_until_it_is_stopped(String shape) throws Exception {
        requirePossible(DiskShape.parse(shape));
        LoopDisk disk = LoopDisk.make(folder, DiskShape.parse(shape));
        LoopDisk.stop(List.of(disk), "cut", List.of(), Duration.ZERO); // the files of the mark, while there is room
        disk.detach();
        disk.attach();
        fill(disk.mount().resolve("large"));
        assertThat(disk.stopped()).isFalse();

        new ExternalProgram(
                        List.of("perl", "-e", FileSystemStop.PERL, disk.mount().toString()),
                        Path.of("/"),
                        Duration.ofSeconds(10))
                .run()
                .orThrow();
        assertThat(disk.stopped()).isTrue();

        disk.detach();
        disk.attach();
        assertThat(disk.stopped()).isFalse();
    }

    /** Covers an old error: the image had the rights that files usually have, whatever those of the data in it. */
    @Test
    void nobody_else_can_read_the_image() throws Exception {
        LoopDisk disk = LoopDisk.make(folder, SHAPE);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(disk.image())))
                .isEqualTo("rw-------");
    }

    private static void fill(Path file) throws IOException {
        byte[] block = new byte[1 << 16];
        try (OutputStream out = Files.newOutputStream(file)) {
            assertThatIOException().isThrownBy(() -> {
                while (true) {
                    out.write(block);
                }
            });
        }
    }

    @Test
    void several_disks_stop_together() throws Exception {
        List<LoopDisk> disks = List.of(
                LoopDisk.make(Files.createDirectory(folder.resolve("n1")), SHAPE),
                LoopDisk.make(Files.createDirectory(folder.resolve("n2")), SHAPE),
                LoopDisk.make(Files.createDirectory(folder.resolve("n3")), SHAPE));

        assertThat(LoopDisk.stop(disks, "cut", List.of(), Duration.ZERO).between())
                .isBetween(Duration.ofNanos(1), Duration.ofSeconds(10));
        for (LoopDisk disk : disks) {
            assertThat(disk.stopped()).isTrue();
        }
        assertThat(LoopDisk.stop(disks, "again", List.of(), Duration.ZERO).between())
                .isEqualTo(Duration.ZERO);
    }

    @Test
    void no_mount_and_no_loop_device_is_left() throws Exception {
        LoopDisk disk = LoopDisk.make(Files.createDirectory(folder.resolve("n1")), SHAPE);
        assertThat(LoopDevices.list()).contains(disk.image().toString());
        LoopDisk.stop(List.of(disk), "cut", List.of(), Duration.ZERO);

        LoopDisk.detachAll(folder);

        assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain(folder.toString());
        assertThat(LoopDevices.list()).doesNotContain(folder.toString());
    }
}
