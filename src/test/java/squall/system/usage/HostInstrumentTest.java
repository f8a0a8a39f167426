package squall.system.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;
import squall.system.FileTrees;
import squall.system.usage.HostInstrument.CpuTime;
import squall.system.usage.HostInstrument.Place;

class HostInstrumentTest {
    @TempDir
    private Path folder;

    @Test
    void folders_are_walked_through() throws Exception {
        Files.createDirectories(folder.resolve("a/b"));
        Files.write(folder.resolve("a/b/nb-1-big-Data.db"), new byte[1000]);
        Files.write(folder.resolve("a/other"), new byte[24]);
        assertThat(FileTrees.bytes(folder, FileVisitOption.FOLLOW_LINKS)).isEqualTo(1024);
    }

    @Test
    void a_server_elsewhere_is_absent_with_the_reason() throws Exception {
        try (HostInstrument instrument = new HostInstrument("n1", () -> new Place.Elsewhere("it is in a container"))) {
            assertThat(instrument.read()).isEmpty();
            assertThat(instrument.absent())
                    .isEqualTo(Map.of(
                            ServerMetric.CPU_SECONDS,
                            "it is in a container",
                            ServerMetric.DISK_BYTES,
                            "it is in a container"));
        }
    }

    @Test
    void processor_time_counts_from_the_first_reading_and_only_grows() throws Exception {
        assumeTrue(CpuTime.known(), "needs /proc");
        OptionalLong self = OptionalLong.of(ProcessHandle.current().pid());
        try (HostInstrument instrument = new HostInstrument("n1", () -> new Place.Here(self, List.of(folder)))) {
            assertThat(instrument.read())
                    .containsExactly(
                            InstrumentReading.of("n1", ServerMetric.CPU_SECONDS, 0),
                            InstrumentReading.of("n1", ServerMetric.DISK_BYTES, 0));
            double before = CpuTime.ofTree(self.getAsLong());
            while (CpuTime.ofTree(self.getAsLong()) < before + 0.05) {
                Thread.onSpinWait();
            }
            List<InstrumentReading> second = instrument.read();
            assertThat(second).hasSize(1);
            assertThat(second.getFirst().value())
                    .isGreaterThan(0.049); // 5 ticks of the kernel, less what a double leaves
        }
    }

    @Test
    void processes_that_all_end_at_once_are_not_missed() throws Exception {
        assumeTrue(CpuTime.known(), "needs /proc");
        Process server = new ProcessBuilder(
                        "sh",
                        "-c",
                        "for i in 1 2 3 4 5 6 7 8; do (while :; do :; done) & all=\"$all $!\"; done;"
                                + " sleep 0.5; kill $all; wait; sleep 1")
                .start();
        try {
            double most = 0;
            double least = Double.MAX_VALUE; // of the drops
            for (long until = System.nanoTime() + 1_000_000_000L; System.nanoTime() < until; ) {
                double seconds = CpuTime.ofTree(server.pid());
                least = Math.min(least, seconds - most);
                most = Math.max(most, seconds);
            }
            assertThat(most).isPositive();
            assertThat(least).as("a reading after a higher one").isGreaterThan(-0.05);
        } finally {
            server.descendants().forEach(ProcessHandle::destroyForcibly);
            server.destroyForcibly();
        }
    }
}
