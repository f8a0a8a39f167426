package squall.clusters.ssh;

import java.util.Optional;

/**
 * How hosts are entered.
 *
 * @param user the one that OpenSSH's own settings name, if empty
 * @param port likewise
 * @param identity the file of the private key; likewise
 * @param sudo whether commands are given to {@code sudo -n}
 */
record Login(Optional<String> user, Optional<Integer> port, Optional<String> identity, boolean sudo) {}
