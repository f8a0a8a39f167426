package squall.system.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tree of control groups (cgroups(7)) in which this process makes groups that a controller limits, or reads those of others.
 *
 * @param unified whether it is version 2, one tree for all controllers; in version 1 a controller has a tree of its own
 * @param root the folder where the tree is mounted
 * @param top the group in which new ones are made: the highest one around this process that this user may change; to read, the root if
 *     there is none
 */
public record ControlGroupHierarchy(Controller controller, boolean unified, Path root, Path top) {
    private static final String MOUNTS = "sys/fs/cgroup";
    private static final String CONTROLLERS = "cgroup.controllers";
    private static final String HANDED_DOWN = "cgroup.subtree_control";

    private static final String REMEDY = "run as root on a machine that mounts " + MOUNTS
            + " for writing, or in a group that systemd delegates: systemd-run --user --scope COMMAND";

    /** Controller: a resource that the kernel shares out among groups. */
    public enum Controller {
        CPU("cpu", "cpu"),
        MEMORY("memory", "memory"),
        DISK("blkio", "io");

        private final String first;
        private final String second;

        Controller(String first, String second) {
            this.first = first;
            this.second = second;
        }
    }

    /** Purpose for which a tree is looked for. */
    enum Access {
        MAKE,
        READ
    }

    /** Finds the tree of a controller. @throws IOException with the reason and the remedy, if this process cannot make groups in it */
    public static ControlGroupHierarchy here(Controller controller) throws IOException {
        return in(Path.of("/"), controller, Access.MAKE);
    }

    /**
     * Finds the tree of a controller also for a user who cannot make groups in it, but see those that root made. @throws IOException if this
     * system has no such tree
     */
    public static ControlGroupHierarchy readable(Controller controller) throws IOException {
        return in(Path.of("/"), controller, Access.READ);
    }

    /** @param fileSystem its root, {@code /} but for tests */
    static ControlGroupHierarchy in(Path fileSystem, Controller controller, Access access) throws IOException {
        Path own = fileSystem.resolve("proc/self/cgroup");
        if (!Files.isReadable(own)) {
            throw new IOException("this system has no control groups: " + own + " cannot be read");
        }
        List<Membership> memberships =
                Files.readAllLines(own).stream().map(Membership::of).toList();
        Path mounts = fileSystem.resolve(MOUNTS);
        for (Membership membership : memberships) {
            if (membership.controllers().contains(controller.first)) {
                Path root = Stream.of(controller.first, String.join(",", membership.controllers()))
                        .map(mounts::resolve)
                        .filter(Files::isDirectory)
                        .findFirst()
                        .orElseThrow(() -> new IOException("the control groups of " + controller.first
                                + " are not mounted below " + mounts + "; " + REMEDY));
                return new ControlGroupHierarchy(controller, false, root, top(root, membership, access));
            }
        }
        return unified(mounts, controller, memberships, access);
    }

    private static ControlGroupHierarchy unified(
            Path mounts, Controller controller, List<Membership> memberships, Access access) throws IOException {
        Path root = Files.exists(mounts.resolve(CONTROLLERS)) ? mounts : mounts.resolve("unified");
        Membership membership = memberships.stream()
                .filter(Membership::unified)
                .findFirst()
                .orElseThrow(() -> new IOException("this kernel limits no groups by " + controller.second));
        Path top = top(root, membership, access);
        if (!words(top.resolve(CONTROLLERS)).contains(controller.second)) {
            throw new IOException("the control group " + top + " has no controller " + controller.second + ", only "
                    + words(top.resolve(CONTROLLERS)) + "; " + REMEDY);
        }
        return new ControlGroupHierarchy(controller, true, root, top);
    }

    private static Path top(Path root, Membership membership, Access access) throws IOException {
        Path own = root.resolve(membership.group().replaceFirst("^/+", "")).normalize();
        Path around = root;
        if (changeable(root)) {
            return root;
        }
        if (own.startsWith(root)) {
            for (Path name : root.relativize(own)) {
                around = around.resolve(name);
                if (changeable(around)) {
                    return around;
                }
            }
        }
        if (access == Access.READ) {
            return root;
        }
        throw new IOException(
                "you may not make control groups: neither " + own + " nor a group around it is writable; " + REMEDY);
    }

    private static boolean changeable(Path group) {
        return Files.isWritable(group) && Files.isWritable(group.resolve("cgroup.procs"));
    }

    /** Lets children of the top have the controller, for which version 2 must be asked. */
    void handDown() throws IOException {
        Path file = top.resolve(HANDED_DOWN);
        if (!unified || words(file).contains(controller.second)) {
            return;
        }
        try {
            Files.writeString(file, "+" + controller.second);
        } catch (IOException e) {
            throw new IOException(
                    "the kernel did not accept +" + controller.second + " in " + file + ": " + e.getMessage()
                            + "; a group other than the root that has processes itself cannot hand controllers to"
                            + " groups below it: move its processes into a group below it first, or "
                            + REMEDY,
                    e);
        }
    }

    private static List<String> words(Path file) throws IOException {
        return Files.exists(file) ? List.of(Files.readString(file).strip().split("\\s+", -1)) : List.of();
    }

    /** Returns whether it is this tree's line of a process's cgroup file. */
    boolean is(Membership membership) {
        return unified ? membership.unified() : membership.controllers().contains(controller.first);
    }

    /**
     * Line of the file {@code /proc/PID/cgroup}.
     *
     * @param controllers empty in version 2
     * @param group the path of the process's group below the root of the tree
     */
    record Membership(String number, List<String> controllers, String group) {
        static Membership of(String line) {
            String[] fields = line.split(":", 3);
            return new Membership(fields[0], List.of(fields[1].split(",", -1)), fields[2]);
        }

        boolean unified() {
            return number.equals("0");
        }
    }
}
