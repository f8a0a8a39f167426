package squall.cli.command;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import squall.engine.LoadRun;
import squall.engine.RunEvent;
import squall.engine.schedule.RunEnding;
import squall.results.ClientMachine;
import squall.results.RunPart;
import squall.spi.ClientBarrier;
import squall.system.CommandException;
import squall.system.HumanNumbers;

/**
 * Start of one client of a run that several share.
 *
 * <pre>
 *   clock compared --sessions open--> signed in --all others too--> start instant, the same for all --it has come--> first turn
 *                                        '--signed in before, one is missing, too late: the run does not begin
 * </pre>
 *
 * <p>The start time is in the database's time: a second after the last client signed in, and a little more with many clients. Every client
 * reads the same rows, so all compute the same instant without a coordinator. A client that signs in a second time is refused: it is not
 * known what it had done.
 */
final class ClientStart implements LoadRun.StartGate {
    /** Clock and sleep, replaced in tests. */
    interface Time {
        Time SYSTEM = new Time() {
            @Override
            public long nowMs() {
                return System.currentTimeMillis();
            }

            @Override
            public void sleep(long ms) throws InterruptedException {
                Thread.sleep(ms);
            }
        };

        long nowMs();

        void sleep(long ms) throws InterruptedException;
    }

    private static final int READINGS = 5;
    private static final int MOST_NAMED = 10;
    /** Interval at which a client looks for the others, long enough for many clients. */
    private static final long LOOK_MS = 250;

    private static final long LOOK_MS_EACH = 2;
    private static final long LEAD_MS = 1_000;
    private static final long NAP_MS = 20;

    private final ClientSettings settings;
    private final Optional<ClientBarrier> barrier;
    private final Time time;
    private final Optional<ClockOffset> clock;
    private long cpuNs;

    /** Difference by which the database's clock is ahead of this machine's. @param errorMs upper bound of its error */
    record ClockOffset(double ms, double errorMs) {
        /** Measures the difference several times and returns the reading whose answer came fastest, which is the most precise. */
        static ClockOffset measured(ClientBarrier barrier, LongSupplier nowMs)
                throws IOException, InterruptedException {
            ClockOffset best = new ClockOffset(0, Double.POSITIVE_INFINITY);
            for (int i = 0; i < READINGS; i++) {
                long before = nowMs.getAsLong();
                long there = barrier.nowMs();
                long after = nowMs.getAsLong();
                // Both clocks are read in whole milliseconds, rounded down.
                ClockOffset read = new ClockOffset(there - (before + after) / 2.0, (after - before) / 2.0 + 1);
                best = read.errorMs < best.errorMs ? read : best;
            }
            return best;
        }
    }

    private ClientStart(
            ClientSettings settings, Optional<ClientBarrier> barrier, Time time, Optional<ClockOffset> clock) {
        this.settings = settings;
        this.barrier = barrier;
        this.time = time;
        this.clock = clock;
    }

    /**
     * Compares the clocks, if there is a database to ask.
     *
     * @param barrier of the database under test; the caller closes it
     * @throws CommandException if the database cannot be asked, or clients cannot sign in to it although they must
     */
    static ClientStart of(ClientSettings settings, Optional<ClientBarrier> barrier, Time time)
            throws CommandException, InterruptedException {
        if (settings.start() instanceof ClientSettings.Start.Together && barrier.isEmpty()) {
            throw ClientSettings.withoutBarrier();
        }
        try {
            Optional<ClockOffset> clock = barrier.isEmpty()
                    ? Optional.empty()
                    : Optional.of(ClockOffset.measured(barrier.get(), time::nowMs));
            return new ClientStart(settings, barrier, time, clock);
        } catch (IOException e) {
            throw CommandException.of("comparing clocks: ", e);
        }
    }

    /** Returns this client's part for the manifest; empty if the run is not shared. */
    Optional<RunPart> part() {
        return switch (settings.start()) {
            case ClientSettings.Start.Alone alone -> Optional.empty();
            case ClientSettings.Start.At(Instant instant) -> Optional.of(part(instant.toString()));
            case ClientSettings.Start.Together(String run, Duration longest) -> Optional.of(part(run));
        };
    }

    private RunPart part(String run) {
        return new RunPart(
                settings.split().client(),
                settings.split().clients(),
                run,
                clock.map(offset -> OptionalDouble.of(offset.ms())).orElse(OptionalDouble.empty()),
                clock.map(offset -> OptionalDouble.of(offset.errorMs())).orElse(OptionalDouble.empty()));
    }

    /** Returns the resources that this process has used since the start, for the page of the merged run; empty if the run is not shared. */
    Optional<RunEvent> usage(long elapsedNs) {
        if (settings.start() instanceof ClientSettings.Start.Alone || elapsedNs <= 0) {
            return Optional.empty();
        }
        double cores = (double) (processCpuNs() - cpuNs) / elapsedNs;
        return Optional.of(new RunEvent(
                elapsedNs,
                RunPart.USAGE_EVENT,
                "used " + HumanNumbers.amount(cores) + " cores",
                Map.of(RunPart.CPU_CORES, cores)));
    }

    private static long processCpuNs() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    @Override
    public Optional<RunEnding> await(BooleanSupplier over) throws InterruptedException {
        Optional<RunEnding> ending = started(over);
        cpuNs = processCpuNs();
        return ending;
    }

    private Optional<RunEnding> started(BooleanSupplier over) throws InterruptedException {
        try {
            return switch (settings.start()) {
                case ClientSettings.Start.Alone alone -> Optional.empty();
                case ClientSettings.Start.At(Instant instant) -> at(instant, over);
                case ClientSettings.Start.Together together -> together(together, barrier.orElseThrow(), over);
            };
        } catch (IOException e) {
            return Optional.of(new RunEnding.Failed(e));
        }
    }

    private Optional<RunEnding> at(Instant instant, BooleanSupplier over) throws InterruptedException {
        long late = here(time.nowMs()) - instant.toEpochMilli();
        if (late > 0) {
            return calledOff("--start-at " + instant + " was " + HumanNumbers.length(Duration.ofMillis(late))
                    + " ago when client " + settings.split().client() + " was ready; choose a later time");
        }
        sleepUntil(instant.toEpochMilli(), over);
        return Optional.empty();
    }

    private Optional<RunEnding> together(ClientSettings.Start.Together start, ClientBarrier rows, BooleanSupplier over)
            throws IOException, InterruptedException {
        int client = settings.split().client();
        int clients = settings.split().clients();
        if (!rows.enter(start.run(), client, ClientMachine.name())) {
            return calledOff("client " + client + " of run " + start.run()
                    + " has signed in before: it was started twice, or again after it had died. A part of a run cannot be"
                    + " taken up again; start all clients under another --client-run");
        }
        long lookMs = LOOK_MS + LOOK_MS_EACH * clients;
        long untilMs = time.nowMs() + start.longest().toMillis();
        SortedMap<Integer, Long> entered = rows.entered(start.run());
        while (entered.size() < clients && !over.getAsBoolean()) {
            if (time.nowMs() >= untilMs) {
                return calledOff(missing(start, entered));
            }
            time.sleep(lookMs);
            entered = rows.entered(start.run());
        }
        if (over.getAsBoolean()) {
            return Optional.empty();
        }
        if (entered.lastKey() >= clients) {
            return calledOff("client " + entered.lastKey() + " has signed in to run " + start.run() + " of " + clients
                    + " clients, 0 to " + (clients - 1) + ": all must have the same --clients");
        }
        long lastMs = entered.values().stream().mapToLong(Long::longValue).max().orElseThrow();
        long startMs = lastMs + LEAD_MS + 2 * lookMs;
        long late = here(time.nowMs()) - startMs;
        if (late > 0) {
            return calledOff("client " + client + " saw that all had signed in only "
                    + HumanNumbers.length(Duration.ofMillis(late)) + " after the others had started");
        }
        sleepUntil(startMs, over);
        return Optional.empty();
    }

    private String missing(ClientSettings.Start.Together start, SortedMap<Integer, Long> entered) {
        List<Integer> absent = new ArrayList<>();
        for (int client = 0; client < settings.split().clients(); client++) {
            if (!entered.containsKey(client)) {
                absent.add(client);
            }
        }
        String named = String.join(
                ", ", absent.stream().limit(MOST_NAMED).map(String::valueOf).toList());
        return (absent.size() == 1 ? "client " : "clients ") + named
                + (absent.size() > MOST_NAMED ? " and " + (absent.size() - MOST_NAMED) + " more" : "") + " of "
                + settings.split().clients() + " did not sign in to run " + start.run() + " within "
                + HumanNumbers.length(start.longest()) + " (--client-wait)";
    }

    /** Sleeps until a time by the database's clock. Wakes up often, because the run may be ended meanwhile. */
    private void sleepUntil(long databaseMs, BooleanSupplier over) throws InterruptedException {
        long left = databaseMs - here(time.nowMs());
        while (left > 0 && !over.getAsBoolean()) {
            time.sleep(Math.min(left, NAP_MS));
            left = databaseMs - here(time.nowMs());
        }
    }

    /** Returns the database's time at this time of this machine; the machine's own if the database's was not read. */
    private long here(long ms) {
        return ms + Math.round(clock.map(ClockOffset::ms).orElse(0.0));
    }

    private static Optional<RunEnding> calledOff(String reason) {
        return Optional.of(new RunEnding.CalledOff(reason));
    }
}
