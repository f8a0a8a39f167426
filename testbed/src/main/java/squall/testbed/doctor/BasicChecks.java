package squall.testbed.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import squall.system.StateFolder;
import squall.testbed.doctor.MachineCheck.CheckAnswer;
import squall.testbed.doctor.MachineCheck.CheckSection;
import squall.testbed.host.MachineSize;
import squall.testbed.host.RunAs;
import squall.testbed.postgres.LoopbackPorts;
import squall.testbed.postgres.PostgresBinaries;

/**
 * Section of the checks that every command needs.
 *
 * @param folder for run directories
 */
record BasicChecks(Path folder) {
    private static final long GIB = 1L << 30;
    private static final long LEAST_DISK = 2 * GIB;
    private static final long LEAST_MEMORY = GIB;

    /** Maximum cost of reading the clock, so that it does not distort measurements. */
    private static final long DEAREST_READING_NS = 1_000;

    private static final Path CLOCK = Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");

    CheckSection section() {
        return new CheckSection(
                "Basics",
                List.of(
                        MachineCheck.basic(
                                "JDK",
                                "everything; 25 starts faster than 21 and handles thousands of sessions better",
                                "apt-get install openjdk-21-jdk (elsewhere https://adoptium.net)",
                                BasicChecks::jdk),
                        MachineCheck.basic(
                                "state folder",
                                "databases and binaries kept between commands, which need at least 2 GiB",
                                "set SQUALL_HOME to a writable folder with enough free space",
                                () -> room(StateFolder.here().path())),
                        MachineCheck.special(
                                "results",
                                "run directories; at least 2 GiB recommended",
                                "run in a writable folder with enough free space, or name one with --results or SQUALL_RESULTS",
                                () -> room(existing(folder))),
                        MachineCheck.basic(
                                "PostgreSQL",
                                "the embedded database of bin/ycsb, bin/benchbase and bin/sample-apps",
                                "another user, util-linux or user namespaces, as the message says; or your own server, given by URL",
                                BasicChecks::postgres),
                        MachineCheck.basic(
                                "ports", "embedded databases on 127.0.0.1", "stop a server there", BasicChecks::ports),
                        MachineCheck.special(
                                "memory",
                                "client and database on one machine; at least 1 GiB recommended, plus 0.5 GiB per Cassandra node",
                                "stop a program, or give the container more memory",
                                BasicChecks::memory),
                        MachineCheck.special(
                                "clock",
                                "latencies; a clock reading should take less than 1 us",
                                "a faster clock source: echo tsc > " + CLOCK,
                                BasicChecks::clock)));
    }

    private static CheckAnswer jdk() {
        return new CheckAnswer.Ok(Runtime.version() + " in " + System.getProperty("java.home"));
    }

    /** Returns the folder, or that of its parents in which it would be made. */
    private static Path existing(Path folder) {
        Path found = folder.toAbsolutePath().normalize();
        while (!Files.exists(found) && found.getParent() != null) {
            found = found.getParent();
        }
        return found;
    }

    private static CheckAnswer room(Path folder) throws IOException {
        if (!Files.isWritable(folder)) {
            throw new IOException(folder + " is not writable by you");
        }
        FileStore store = Files.getFileStore(folder);
        String text = folder + " has " + gib(store.getUsableSpace()) + " free";
        return store.getUsableSpace() >= LEAST_DISK ? new CheckAnswer.Ok(text) : new CheckAnswer.Missing(text);
    }

    /** Tests the unpacked binaries; the first command that needs them unpacks them. */
    private static CheckAnswer postgres() throws IOException, InterruptedException {
        var binaries = PostgresBinaries.unpacked(StateFolder.here());
        if (binaries.isEmpty()) {
            return new CheckAnswer.Ok("not tried: unpacked, in a release downloaded, on first use");
        }
        RunAs way = RunAs.choose(StateFolder.root(), binaries.get()::makingComplaint);
        return new CheckAnswer.Ok(binaries.get().version() + ", run as " + way.word());
    }

    private static CheckAnswer ports() throws IOException {
        int[] free = IntStream.rangeClosed(LoopbackPorts.FIRST, LoopbackPorts.LAST)
                .filter(LoopbackPorts::isFree)
                .toArray();
        if (free.length == 0) {
            throw new IOException("all from " + LoopbackPorts.FIRST + " to " + LoopbackPorts.LAST + " are in use");
        }
        return new CheckAnswer.Ok(free.length + " of " + (LoopbackPorts.LAST - LoopbackPorts.FIRST + 1)
                + " are free from " + free[0] + " on");
    }

    private static CheckAnswer memory() {
        MachineSize machine = MachineSize.here();
        String text = gib(machine.memoryBytes()) + ", " + machine.cores() + " cores";
        return machine.memoryBytes() >= LEAST_MEMORY ? new CheckAnswer.Ok(text) : new CheckAnswer.Missing(text);
    }

    private static CheckAnswer clock() throws IOException {
        String source = Files.isReadable(CLOCK) ? Files.readString(CLOCK).strip() : "the system's";
        long cost = readingNs();
        String text = source + ", " + cost + " ns a reading";
        return cost <= DEAREST_READING_NS ? new CheckAnswer.Ok(text) : new CheckAnswer.Missing(text);
    }

    /** Measures the cost of a reading: the cheapest of some series, as the others were disturbed. */
    private static long readingNs() {
        int readings = 20_000;
        long cheapest = Long.MAX_VALUE;
        for (int stretch = 0; stretch < 10; stretch++) {
            long began = System.nanoTime();
            long last = began;
            for (int i = 0; i < readings; i++) {
                last = System.nanoTime();
            }
            cheapest = Math.min(cheapest, (last - began) / readings);
        }
        return cheapest;
    }

    private static String gib(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", (double) bytes / GIB);
    }
}
