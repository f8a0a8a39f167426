package squall.testbed.host;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.spi.Options;
import squall.system.HumanNumbers;
import squall.system.process.ControlGroup;
import squall.system.process.ControlGroupHierarchy;
import squall.system.process.ControlGroupHierarchy.Controller;

/**
 * Share of this machine that the processes of a node use at most: of its processors, its memory, or both.
 *
 * @param processors 0.3 is 30 ms of each 100 ms, on whichever processors; empty: as many as the machine has
 * @param memoryMb with the node's part of the page cache; empty: as much as the machine has
 */
public record NodeSize(Optional<BigDecimal> processors, Optional<Integer> memoryMb) {
    /** The option for processors. */
    public static final String CPUS = "node-cpus";

    /** The option for memory. */
    public static final String MEMORY = "node-memory";

    /** The options of every cluster whose nodes may have a size. */
    public static final List<String> OPTIONS = List.of(CPUS, MEMORY);

    private static final BigDecimal LEAST_PROCESSORS = new BigDecimal("0.01"); // the kernel's own: 1 ms of 100 ms
    private static final BigDecimal LEAST_SPARE =
            new BigDecimal("0.1"); // a client that waits for a processor measures itself
    private static final int MOST_PROCESSORS = 1024;
    private static final int LEAST_MB = 256; // of a PostgreSQL server; other nodes need more
    private static final int MOST_MB = 1 << 24;
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,8})([MG])");

    public NodeSize {
        processors = processors.map(BigDecimal::stripTrailingZeros);
    }

    /** Reads the options; empty if none is given. @throws IllegalArgumentException if one has no such value */
    public static Optional<NodeSize> of(Options options) {
        NodeSize size = new NodeSize(
                Optional.of(options.text(CPUS, ""))
                        .filter(text -> !text.isEmpty())
                        .map(NodeSize::processors),
                Optional.of(options.text(MEMORY, ""))
                        .filter(text -> !text.isEmpty())
                        .map(NodeSize::megabytes));
        return size.processors.isEmpty() && size.memoryMb.isEmpty() ? Optional.empty() : Optional.of(size);
    }

    private static BigDecimal processors(String text) {
        if (text.matches("\\d{1,4}(\\.\\d{1,4})?|\\.\\d{1,4}")) {
            BigDecimal number = new BigDecimal(text);
            if (number.compareTo(LEAST_PROCESSORS) >= 0 && number.compareTo(BigDecimal.valueOf(MOST_PROCESSORS)) <= 0) {
                return number;
            }
        }
        throw new IllegalArgumentException("option '" + CPUS + "' must be a number of processors in ["
                + LEAST_PROCESSORS + ", " + MOST_PROCESSORS + "], for example 0.3, not '" + text + "'");
    }

    private static int megabytes(String text) {
        Matcher amount = AMOUNT.matcher(text.toUpperCase(Locale.ROOT));
        if (amount.matches()) {
            long megabytes = Long.parseLong(amount.group(1)) * (amount.group(2).equals("G") ? 1024 : 1);
            if (megabytes >= LEAST_MB && megabytes <= MOST_MB) {
                return (int) megabytes;
            }
        }
        throw new IllegalArgumentException("option '" + MEMORY + "' must be an amount of memory from " + LEAST_MB
                + "M on, for example 768M or 2G, not '" + text + "'");
    }

    /** Returns the options as users write them. */
    public SequencedMap<String, String> options() {
        SequencedMap<String, String> options = new LinkedHashMap<>();
        processors.ifPresent(number -> options.put(CPUS, number.toPlainString()));
        memoryMb.ifPresent(megabytes -> options.put(MEMORY, megabytes + "M"));
        return options;
    }

    /** {@code node-cpus=0.3, node-memory=768M}. */
    @Override
    public String toString() {
        String text = options().toString();
        return text.substring(1, text.length() - 1);
    }

    /**
     * Tries whether this machine can give so many nodes this size; leaves nothing behind.
     *
     * @param leastMb memory without which a node would not start
     * @throws IllegalArgumentException if a node needs more memory
     * @throws IOException with the reason and the remedy, if the machine has less in all, or the kernel makes no such groups for this user
     */
    public void require(int nodes, int leastMb) throws IOException {
        if (memoryMb.isPresent() && memoryMb.get() < leastMb) {
            throw new IllegalArgumentException("option '" + MEMORY + "' must be at least " + leastMb
                    + "M, or such a node would not start, not " + memoryMb.get() + "M");
        }
        MachineSize machine = MachineSize.here();
        if (spare(nodes, machine).compareTo(LEAST_SPARE) < 0) {
            throw new IOException(HumanNumbers.counted(nodes, "node") + " of " + text(processors.orElseThrow())
                    + " processors need " + text(total(nodes)) + ", and this machine has " + machine.cores()
                    + ", of which clients need " + LEAST_SPARE + " at least: give each at most "
                    + BigDecimal.valueOf(machine.cores())
                            .subtract(LEAST_SPARE)
                            .divide(BigDecimal.valueOf(nodes), 2, RoundingMode.DOWN)
                            .toPlainString()
                    + ", or start fewer nodes");
        }
        long machineMb = machine.memoryBytes() >> 20;
        if (memoryMb.isPresent() && (long) memoryMb.get() * nodes > machineMb) {
            throw new IOException(HumanNumbers.counted(nodes, "node") + " of " + memoryMb.get() + " MB need "
                    + (long) memoryMb.get() * nodes
                    + " MB, and this machine has " + machineMb + ": give each at most " + machineMb / nodes
                    + "M, less what clients need, or start fewer nodes");
        }
        trial();
    }

    /** Returns the processors of this machine that nodes of this size leave to clients. */
    BigDecimal spare(int nodes, MachineSize machine) {
        return BigDecimal.valueOf(machine.cores()).subtract(total(nodes));
    }

    private BigDecimal total(int nodes) {
        return processors.orElse(BigDecimal.ZERO).multiply(BigDecimal.valueOf(nodes));
    }

    private static String text(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }

    /** Makes groups of this size, reads their limits back, and removes them. @throws IOException with the reason and the remedy */
    public void trial() throws IOException {
        List<ControlGroup> groups =
                groups("squall-trial-" + ProcessHandle.current().pid());
        try {
            make(groups);
        } finally {
            groups.forEach(ControlGroup::removed);
        }
    }

    /** Makes groups of this size, or gives them this size again. @throws IOException if the kernel did not take it */
    void make(List<ControlGroup> groups) throws IOException {
        for (ControlGroup group : groups) {
            group.make();
            if (group.hierarchy().controller() == Controller.CPU) {
                group.limitProcessors(processors.orElseThrow().doubleValue());
            } else {
                group.limitMemory((long) memoryMb.orElseThrow() << 20);
            }
        }
        Optional<NodeSize> found = of(groups);
        if (!found.equals(Optional.of(this))) {
            throw new IOException("the control groups " + groups.getFirst().name() + " have the size "
                    + found.map(NodeSize::toString).orElse("of the machine") + ", not " + this);
        }
    }

    /** Returns the groups of one node: one for each limit. In version 2 of the kernel's control groups they are the same folder. */
    List<ControlGroup> groups(String name) throws IOException {
        List<ControlGroup> groups = new ArrayList<>();
        if (processors.isPresent()) {
            groups.add(new ControlGroup(ControlGroupHierarchy.here(Controller.CPU), name));
        }
        if (memoryMb.isPresent()) {
            groups.add(new ControlGroup(ControlGroupHierarchy.here(Controller.MEMORY), name));
        }
        return List.copyOf(groups);
    }

    /** Reads the size of existing groups back from the kernel; empty if they have no limit. */
    static Optional<NodeSize> of(List<ControlGroup> groups) throws IOException {
        Optional<BigDecimal> processors = Optional.empty();
        Optional<Integer> memoryMb = Optional.empty();
        for (ControlGroup group : groups) {
            if (group.hierarchy().controller() == Controller.CPU) {
                processors = group.processors().stream()
                        .mapToObj(number -> BigDecimal.valueOf(number).setScale(4, RoundingMode.HALF_UP))
                        .findFirst();
            } else {
                memoryMb = group.memoryBytes().stream()
                        .mapToObj(bytes -> (int) (bytes >> 20))
                        .findFirst();
            }
        }
        NodeSize size = new NodeSize(processors, memoryMb);
        return size.options().isEmpty() ? Optional.empty() : Optional.of(size);
    }
}
