package squall.testbed.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What Linux lets this user do, tried in namespaces that end with the shell that tries.
 *
 * @param root whether the user is root
 * @param fileSystem its root, {@code /} but for tests
 */
record Kernel(Tools tools, boolean root, Path fileSystem) {
    private static final String NAMESPACES =
            "allow user namespaces (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone=1), or run as root";

    Section network() {
        return new Section(
                "Network faults between real addresses",
                List.of(
                        Check.special(
                                "user namespaces",
                                "databases and network faults without root",
                                NAMESPACES,
                                this::userNamespaces),
                        Check.special(
                                "network namespaces",
                                "nodes with an address of their own (--namespaces)",
                                NAMESPACES,
                                () -> alone("true", "a namespace was made")),
                        Check.special(
                                "veth and bridge",
                                "the wires between such nodes",
                                "apt-get install iproute2; a kernel with veth and bridge",
                                () -> alone(
                                        "ip link add sqd0 type veth peer name sqd1; ip link add sqd2 type bridge",
                                        "made in a namespace of its own")),
                        Check.special(
                                "nft",
                                "partition, loss and reset, with their end in the kernel",
                                "apt-get install nftables; a kernel with nf_tables",
                                () -> alone(nft(), "a set with timeouts and random drops were taken")),
                        Check.special(
                                "tbf",
                                "bandwidth",
                                "apt-get install iproute2; a kernel with CONFIG_NET_SCH_TBF",
                                () -> alone(
                                        "tc qdisc add dev lo root tbf rate 1mbit burst 32kbit latency 50ms",
                                        "taken in a namespace of its own")),
                        Check.special(
                                "netem",
                                "latency and jitter in the kernel; without it the link proxy delays",
                                "a kernel with CONFIG_NET_SCH_NETEM (apt-get install linux-modules-extra-$(uname -r))",
                                () -> alone(
                                        "tc qdisc add dev lo root netem delay 10ms 1ms",
                                        "taken in a namespace of its own"))));
    }

    Section host() {
        return new Section(
                "Faults of disk, processor and clock",
                List.of(
                        Check.special(
                                "cgroups",
                                "slow disks and processors",
                                "run as root on a host that mounts cgroups, or let systemd delegate them",
                                this::cgroups),
                        Check.special(
                                "fsfreeze",
                                "a disk that stalls",
                                "run as root; apt-get install util-linux e2fsprogs; loop devices",
                                this::freezes),
                        Check.special("faketime", "clock skew", "apt-get install faketime", this::faketime)));
    }

    private static String nft() {
        return "nft add table inet sqd; nft add set inet sqd s '{ type ipv4_addr; flags timeout; }'; "
                + "nft add element inet sqd s '{ 198.18.0.1 timeout 5s }'; "
                + "nft add chain inet sqd c '{ type filter hook input priority 0; }'; "
                + "nft add rule inet sqd c ip saddr @s drop; "
                + "nft add rule inet sqd c numgen random mod 100 '<' 20 drop";
    }

    private Answer userNamespaces() throws IOException, InterruptedException {
        tools.trial(List.of("unshare", "-U", "-r"), "true");
        return new Answer.Ok("one was made");
    }

    /** As root of a network of one's own. */
    private Answer alone(String script, String well) throws IOException, InterruptedException {
        tools.trial(root ? List.of("unshare", "-n") : List.of("unshare", "-U", "-r", "-n"), script);
        return new Answer.Ok(well);
    }

    private Answer cgroups() throws IOException {
        Path folder = fileSystem.resolve("sys/fs/cgroup");
        Path unified = folder.resolve("cgroup.controllers");
        boolean second = Files.isReadable(unified);
        String controllers = second ? Files.readString(unified).strip() : String.join(" ", names(folder));
        if (controllers.isEmpty()) {
            throw new IOException(folder + " holds no controller");
        }
        Path writable = second ? folder : folder.resolve("blkio");
        if (!Files.isWritable(writable)) {
            throw new IOException(
                    (second ? "v2" : "v1") + " with " + controllers + ", but " + writable + " is not yours to write");
        }
        return new Answer.Ok((second ? "v2: " : "v1: ") + controllers);
    }

    private static List<String> names(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> Files.isDirectory(entry) && !Files.isSymbolicLink(entry))
                    .map(entry -> entry.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    /** On a file system of its own, in a file, mounted where nobody else sees it; thawed whatever happens. */
    private Answer freezes() throws IOException, InterruptedException {
        tools.require("fsfreeze");
        if (!root) {
            throw new IOException("only root may freeze a file system");
        }
        tools.trial(
                List.of("unshare", "-m", "--propagation", "private"),
                "truncate -s 16M disk; mkfs.ext4 -q -F disk; mkdir mounted; mount -o loop disk mounted; "
                        + "trap 'fsfreeze -u mounted 2>/dev/null || true; umount mounted' EXIT; "
                        + "fsfreeze -f mounted; fsfreeze -u mounted");
        return new Answer.Ok("a file system was frozen and thawed");
    }

    private Answer faketime() throws IOException, InterruptedException {
        tools.require("faketime");
        tools.trial(
                List.of(),
                "real=$(date +%s); fake=$(faketime -f +1d date +%s); [ $((fake - real)) -gt 80000 ] || "
                        + "{ echo 'faketime moved no clock'; exit 1; }");
        return new Answer.Ok("a program saw tomorrow");
    }
}
