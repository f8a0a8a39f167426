package squall.adversity.process;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import squall.system.FileTrees;

/** Folder with the bytes that a fault has changed, and those from before, from which any process can undo it. */
record KeptBlocks(Path folder) {
    private static final int VERSION = 1;

    private Path file() {
        return folder.resolve("changes");
    }

    /** Returns the folder for copies of files as they were some time ago. */
    Path older() {
        return folder.resolve("older");
    }

    boolean exists() {
        return Files.exists(file());
    }

    /** Notes that the files were read back with the changed bytes, before any process could replace these. */
    void readBack() throws IOException {
        Files.write(folder.resolve("read-back"), new byte[0]);
    }

    /** Returns whether the files were read back with the changed bytes. */
    boolean wasReadBack() {
        return Files.exists(folder.resolve("read-back"));
    }

    /** Keeps changes; on the disk itself when this returns, and never visible in part. */
    void keep(List<BlockChange> changes) throws IOException {
        FileTrees.make(folder, "rwx------");
        Path aside = folder.resolve("changes.new");
        try (FileOutputStream file = new FileOutputStream(aside.toFile());
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(file))) {
            out.writeInt(VERSION);
            out.writeInt(changes.size());
            for (BlockChange change : changes) {
                out.writeUTF(change.file().toString());
                out.writeLong(change.offset());
                write(out, change.before());
                write(out, change.after());
            }
            out.flush();
            file.getFD().sync();
        }
        Files.move(aside, file(), StandardCopyOption.ATOMIC_MOVE);
        FileTrees.force(folder);
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Reads the changes; none if nothing is kept. @throws IOException if this version of Squall cannot read them */
    List<BlockChange> changes() throws IOException {
        if (!exists()) {
            return List.of();
        }
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file())))) {
            int version = in.readInt();
            if (version != VERSION) {
                throw new IOException(file() + " has version " + version + ", known is " + VERSION
                        + "; heal with the version of Squall that wrote it");
            }
            List<BlockChange> changes = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                changes.add(new BlockChange(Path.of(in.readUTF()), in.readLong(), bytes(in), bytes(in)));
            }
            return changes;
        }
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }

    /** Removes what is kept, and the folder above it if it is the last; does nothing if nothing is kept. */
    void clear() throws IOException {
        FileTrees.delete(folder);
        Path all = folder.resolveSibling("");
        if (Files.isDirectory(all)) {
            try (var others = Files.list(all)) {
                if (others.findAny().isPresent()) {
                    return;
                }
            }
            Files.delete(all);
        }
    }
}
