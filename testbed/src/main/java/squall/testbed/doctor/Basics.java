package squall.testbed.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import squall.host.StateFolder;
import squall.testbed.Ports;
import squall.testbed.host.Machine;
import squall.testbed.host.RunAs;
import squall.testbed.postgres.PostgresBinaries;

/**
 * What every command needs.
 *
 * @param folder which the user is in, where run directories go
 */
record Basics(Path folder) {
    private static final long GIB = 1L << 30;
    private static final long LEAST_DISK = 2 * GIB;
    private static final long LEAST_MEMORY = GIB;

    /** What one reading of the clock may cost without being part of what is measured. */
    private static final long DEAREST_READING_NS = 1_000;

    private static final Path CLOCK = Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");

    Section section() {
        return new Section(
                "Basics",
                List.of(
                        Check.basic(
                                "JDK",
                                "everything; 25 starts sooner and runs thousands of sessions better than 21",
                                "apt-get install openjdk-21-jdk (elsewhere https://adoptium.net)",
                                Basics::jdk),
                        Check.basic(
                                "state folder",
                                "databases and binaries that outlive a command; wanted are 2 GiB",
                                "name a folder of your own with room in SQUALL_HOME",
                                () -> room(StateFolder.here().path())),
                        Check.special(
                                "results",
                                "run directories; wanted are 2 GiB",
                                "work in a folder of your own with room, or name one with --results",
                                () -> room(folder.toAbsolutePath().normalize())),
                        Check.basic(
                                "PostgreSQL",
                                "the embedded database of bin/ycsb, bin/benchbase and bin/sample-apps",
                                "another user, util-linux or user namespaces, as it says; or a server of yours by its URL",
                                Basics::postgres),
                        Check.basic("ports", "embedded databases on 127.0.0.1", "end some server there", Basics::ports),
                        Check.special(
                                "memory",
                                "client and database side by side; wanted is 1 GiB, for each Cassandra node half of one",
                                "end some program, or give the container more",
                                Basics::memory),
                        Check.special(
                                "clock",
                                "latencies; a reading should cost less than 1 us",
                                "a faster clock source: echo tsc > " + CLOCK,
                                Basics::clock)));
    }

    private static Answer jdk() {
        return new Answer.Ok(Runtime.version() + " in " + System.getProperty("java.home"));
    }

    private static Answer room(Path folder) throws IOException {
        if (!Files.isWritable(folder)) {
            throw new IOException(folder + " is not yours to write");
        }
        FileStore store = Files.getFileStore(folder);
        String text = folder + " has " + gib(store.getUsableSpace()) + " free";
        return store.getUsableSpace() >= LEAST_DISK ? new Answer.Ok(text) : new Answer.Missing(text);
    }

    /** Unpacking is left to the first command that needs it; what is unpacked is tried. */
    private static Answer postgres() throws IOException, InterruptedException {
        var binaries = PostgresBinaries.unpacked(StateFolder.here());
        if (binaries.isEmpty()) {
            return new Answer.Ok("shipped with Squall, unpacked with the first use");
        }
        RunAs way = RunAs.choose(StateFolder.root(), binaries.get()::makingComplaint);
        return new Answer.Ok(binaries.get().version() + ", run as " + way.word());
    }

    private static Answer ports() throws IOException {
        int[] free = IntStream.rangeClosed(Ports.FIRST, Ports.LAST)
                .filter(Ports::isFree)
                .toArray();
        if (free.length == 0) {
            throw new IOException("all from " + Ports.FIRST + " to " + Ports.LAST + " are in use");
        }
        return new Answer.Ok(
                free.length + " of " + (Ports.LAST - Ports.FIRST + 1) + " are free from " + free[0] + " on");
    }

    private static Answer memory() {
        Machine machine = Machine.here();
        String text = gib(machine.memoryBytes()) + ", " + machine.cores() + " cores";
        return machine.memoryBytes() >= LEAST_MEMORY ? new Answer.Ok(text) : new Answer.Missing(text);
    }

    private static Answer clock() throws IOException {
        String source = Files.isReadable(CLOCK) ? Files.readString(CLOCK).strip() : "the system's";
        long cost = readingNs();
        String text = source + ", " + cost + " ns a reading";
        return cost <= DEAREST_READING_NS ? new Answer.Ok(text) : new Answer.Missing(text);
    }

    /** The cheapest of some stretches, for the others were disturbed. */
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
