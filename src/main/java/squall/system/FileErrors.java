package squall.system;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Optional;

/** Text of the reason why a file or folder could not be used, with its name: the JDK's own messages are often the bare path. */
public final class FileErrors {
    private FileErrors() {}

    /** Returns one line for a message. */
    public static String message(IOException failure) {
        if (failure instanceof FileSystemException of && of.getFile() != null) {
            return of.getFile() + ": " + reason(of);
        }
        return Optional.ofNullable(failure.getMessage())
                .orElse(failure.getClass().getSimpleName());
    }

    /** Returns the reason without the name of the file. */
    public static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException missing -> "no such file or folder";
            case AccessDeniedException denied -> "permission denied";
            case FileAlreadyExistsException there -> "it already exists";
            case NotDirectoryException file -> "it is not a folder";
            case DirectoryNotEmptyException full -> "the folder is not empty";
            case FileSystemException other when other.getReason() != null -> other.getReason();
            default ->
                Optional.ofNullable(failure.getMessage())
                        .orElse(failure.getClass().getSimpleName());
        };
    }
}
