package squall.host.usage;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What lies in folders while a server works in them. */
public final class FolderSize {
    private static final int DEEPEST = 16;

    private FolderSize() {}

    /**
     * The lengths of all files, links followed.
     *
     * @throws IOException if a folder cannot be read; a file that vanishes meanwhile is none
     */
    public static long bytes(List<Path> folders) throws IOException {
        Sum sum = new Sum();
        for (Path folder : folders) {
            Files.walkFileTree(folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), DEEPEST, sum);
        }
        return sum.bytes;
    }

    private static final class Sum extends SimpleFileVisitor<Path> {
        private long bytes;

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes += attributes.size();
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw e;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) throws IOException {
            if (e == null || e instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw e;
        }
    }
}
