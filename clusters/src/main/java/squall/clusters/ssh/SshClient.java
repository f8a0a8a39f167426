package squall.clusters.ssh;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.clusters.ClusterTool;
import squall.spi.Cluster.Node;
import squall.system.process.ExternalProgram.Finished;

/**
 * Client of OpenSSH. It never prompts, connects only to known hosts, and keeps one connection per host for all commands of a minute.
 *
 * @param sockets folder of those connections, the caller's alone
 */
record SshClient(ClusterTool tool, SshLogin login, Path sockets) {
    /** Exit code by which ssh reports its own failure, and not the command's. */
    private static final int OWN_FAILURE = 255;

    /** Exit code of sudo's own failure, but of commands too. */
    private static final int SUDO_FAILURE = 1;

    /**
     * Messages of a sudo that refuses the command. It ends with 1 then, by which pgrep, ps and others say that they found nothing: a node
     * would pass for one that is down.
     */
    private static final Pattern REFUSED =
            Pattern.compile("(?m)^sudo.*: .*(password|authentication|terminal) is required"
                    + "|^Sorry, user .* not allowed|is not in the sudoers file");

    /**
     * Maximum length of the folder: a socket's path may have 108 bytes (unix(7)); the name that ssh gives it, and for a moment what it
     * adds, take 60.
     */
    private static final int LONGEST_FOLDER = 46;

    static SshClient of(String program, SshLogin login, Path sockets) {
        return new SshClient(new ClusterTool(List.of(program), "install OpenSSH's client"), login, sockets);
    }

    /** Runs a command on the node's host. @throws IOException naming the node, if the login fails, or sudo refuses the command */
    Finished run(Node node, List<String> command, Duration limit) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(options());
        words.add(login.user().map(user -> user + "@").orElse("") + node.host());
        words.add("--");
        Stream<String> sudo = login.sudo() ? Stream.of("sudo", "-n") : Stream.of();
        words.add(Stream.concat(sudo, command.stream()).map(SshClient::quoted).collect(Collectors.joining(" ")));
        Finished finished = tool.run(limit, words);
        if (finished.exitCode() == OWN_FAILURE) {
            throw new IOException(node.name() + " (" + node.host() + ") cannot be entered by ssh: " + finished.text());
        }
        boolean doubtful = login.sudo() && finished.exitCode() == SUDO_FAILURE;
        if (doubtful && REFUSED.matcher(finished.messages()).find()) {
            throw new IOException(
                    node.name() + " (" + node.host() + ") does not let us use sudo -n: " + finished.messages());
        }
        return finished;
    }

    private List<String> options() {
        List<String> options = new ArrayList<>(List.of(
                "-o",
                "BatchMode=yes",
                "-o",
                "StrictHostKeyChecking=yes",
                "-o",
                "ConnectTimeout=10",
                "-o",
                "ServerAliveInterval=5",
                "-o",
                "ServerAliveCountMax=3",
                "-o",
                "LogLevel=ERROR"));
        if (fits(sockets.toString())) {
            // ssh splits an unquoted value at its blanks, and replaces what follows a percent sign
            String path = "ControlPath=\"" + sockets.toString().replace("%", "%%") + "/%C\"";
            options.addAll(List.of("-o", "ControlMaster=auto", "-o", "ControlPersist=60", "-o", path));
        }
        login.port().ifPresent(port -> options.addAll(List.of("-p", port.toString())));
        login.files().config().ifPresent(file -> options.addAll(List.of("-F", file.toString())));
        login.files()
                .knownHosts()
                .ifPresent(file -> options.addAll(List.of("-o", "UserKnownHostsFile=\"" + file + "\"")));
        login.files().identity().ifPresent(file -> options.addAll(List.of("-i", file.toString())));
        return options;
    }

    /** Returns whether the names of sockets in a folder are short enough; ssh ends with an error if one is not. */
    static boolean fits(String folder) {
        return folder.getBytes(StandardCharsets.UTF_8).length <= LONGEST_FOLDER;
    }

    /** Quotes a word for the shell that sshd gives the command to. */
    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:=@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /**
     * Login on the hosts.
     *
     * @param user the one that OpenSSH's own settings name, if empty
     * @param port likewise
     * @param files that OpenSSH reads
     * @param sudo whether commands are given to {@code sudo -n}
     */
    record SshLogin(Optional<String> user, Optional<Integer> port, SshFiles files, boolean sudo) {
        /** Login with everything from OpenSSH's own settings. */
        static final SshLogin USUAL = new SshLogin(
                Optional.empty(),
                Optional.empty(),
                new SshFiles(Optional.empty(), Optional.empty(), Optional.empty()),
                false);

        /**
         * Set of files in place of those that OpenSSH finds in the user's home.
         *
         * @param identity the private key
         * @param knownHosts the hosts' public keys
         * @param config the client's settings
         */
        record SshFiles(Optional<Path> identity, Optional<Path> knownHosts, Optional<Path> config) {}
    }
}
