package squall.clusters.ssh;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How hosts are entered.
 *
 * @param user the one that OpenSSH's own settings name, if empty
 * @param port likewise
 * @param files that OpenSSH reads
 * @param sudo whether commands are given to {@code sudo -n}
 */
record SshLogin(Optional<String> user, Optional<Integer> port, SshFiles files, boolean sudo) {
    /** As OpenSSH finds everything by itself. */
    static final SshLogin USUAL = new SshLogin(
            Optional.empty(),
            Optional.empty(),
            new SshFiles(Optional.empty(), Optional.empty(), Optional.empty()),
            false);

    /**
     * Files in place of those that OpenSSH finds in the user's home.
     *
     * @param identity the private key
     * @param knownHosts the hosts' public keys
     * @param config the client's settings
     */
    record SshFiles(Optional<String> identity, Optional<Path> knownHosts, Optional<Path> config) {}
}
