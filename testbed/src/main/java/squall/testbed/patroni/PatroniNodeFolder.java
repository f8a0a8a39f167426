package squall.testbed.patroni;

import java.io.IOException;
import java.nio.file.Path;
import squall.system.FileTrees;
import squall.testbed.host.RunAs;

/**
 * The files of one node.
 *
 * @param path holds settings, output and process numbers; what the servers write themselves is in {@link #home}
 */
record PatroniNodeFolder(Path path) {
    /** Belongs to the user that the servers run as: Patroni moves and removes whole data folders. */
    Path home() {
        return path.resolve("home");
    }

    Path data() {
        return home().resolve("data");
    }

    Path votes() {
        return home().resolve("etcd");
    }

    /** Part of Patroni's command line, by which the process is recognized. */
    Path settings() {
        return path.resolve("patroni.yml");
    }

    Path output(String program) {
        return path.resolve(program + ".log");
    }

    Path pid(String program) {
        return path.resolve(program + ".pid");
    }

    void make(RunAs runAs) throws IOException {
        FileTrees.make(path, PatroniFolder.OPEN);
        FileTrees.make(home(), "rwx------");
        runAs.own(home());
    }

    /** Readable by the servers' user only: a password is in it. */
    void write(String settings, RunAs runAs) throws IOException {
        FileTrees.write(settings(), settings, "rw-------");
        runAs.own(settings());
    }
}
