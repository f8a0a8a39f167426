package squall.testbed.patroni;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import squall.system.StateFolder;
import squall.testbed.cluster.ClusterFolder;
import squall.testbed.cluster.NoteFormat;
import squall.testbed.cluster.TestbedCommands;
import squall.testbed.ha.ReplicatedCluster;
import squall.testbed.postgres.PasswordFile;

/** Folder of one group, among those of other managers, so that a name is used by one group only. */
record PatroniFolder(Path folder) implements ClusterFolder<PatroniGroup> {
    /** @throws IllegalArgumentException if the name is invalid */
    static PatroniFolder named(StateFolder state, String name) throws IOException {
        return new PatroniFolder(ClusterFolder.named(state, ReplicatedCluster.KIND, name));
    }

    @Override
    public NoteFormat<PatroniGroup> format() {
        return PatroniGroup.FORMAT;
    }

    @Override
    public String kind() {
        return ReplicatedCluster.KIND;
    }

    @Override
    public Set<Path> files() {
        return Set.of(passwords().file());
    }

    PasswordFile passwords() {
        return ReplicatedCluster.passwords(this);
    }

    /** Reads the note; empty also if the group has another manager. */
    @Override
    public Optional<String> noteText() throws IOException {
        Path note = folder.resolve(format().file());
        return Files.exists(note) ? Optional.of(Files.readString(note)) : Optional.empty();
    }

    @Override
    public String missing() {
        return "there is no postgres-ha '" + name() + "' with Patroni yet; "
                + TestbedCommands.of(kind(), name()).with("--manager patroni").whenMissing();
    }
}
