package squall.testbed.postgres;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import squall.system.FileTrees;
import squall.testbed.cluster.ClusterFolder;
import squall.testbed.host.DiskShape;
import squall.testbed.host.LoopDisk;
import squall.testbed.host.RunAs;
import squall.testbed.postgres.PostgresInstance.Note;

/** Maker of an instance that is complete from the moment it has its name: disk, data, password and note. */
record PostgresMaker(PostgresBinaries binaries, RunAs runAs, PostgresShape shape) {
    /** Creates an instance; called by the holder of its lock. */
    Note make(PostgresInstance instance) throws IOException, InterruptedException {
        return instance.make(
                new ClusterFolder.Placement(Optional.empty(), Optional.empty()),
                List.of(),
                folder -> fill(new PostgresInstance(folder)));
    }

    private Note fill(PostgresInstance making) throws IOException, InterruptedException {
        if (shape.disk().isPresent()) {
            LoopDisk.make(making.folder(), shape.disk().get());
        }
        for (int number = 1; shape.dataFolders() > 1 && number <= shape.dataFolders(); number++) {
            FileTrees.make(making.dataFolder(number), "rwx------");
            runAs.own(making.dataFolder(number));
        }
        new PostgresData(binaries, runAs, making.folder(), making.data(), making.settings())
                .make(
                        new PasswordFile(making.passwords()).create(),
                        "",
                        shape.checksums().orElse(true));
        var kept = new LinkedHashMap<String, String>();
        shape.disk().ifPresent(disk -> kept.put(DiskShape.OPTION, disk.text()));
        shape.checksums().ifPresent(on -> kept.put(PostgresShape.CHECKSUMS, PostgresShape.onOff(on)));
        kept.putAll(shape.durability());
        return new Note(binaries.version(), runAs, LoopbackPorts.FIRST, kept);
    }
}
