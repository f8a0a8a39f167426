package squall.system;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/** Input file of a command, as UTF-8 text. Every failure names the file and the reason. */
public final class InputFile {
    private static final int LONGEST = 80;

    private InputFile() {}

    /** Reads the whole text. @throws InvalidFileException if it cannot be read, or is no text */
    public static String text(Path file) throws InvalidFileException {
        requireFile(file);
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** Reads all bytes, for a parser that detects the encoding. @throws InvalidFileException if it cannot be read */
    public static byte[] bytes(Path file) throws InvalidFileException {
        requireFile(file);
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** Reads all lines, without their ends. @throws InvalidFileException if it cannot be read, or is no text */
    public static List<String> lines(Path file) throws InvalidFileException {
        return text(file).lines().toList();
    }

    /**
     * Opens a file that may be long; the caller closes it.
     *
     * @throws InvalidFileException if it cannot be read. Reading from it throws the same where the file is no text
     */
    public static BufferedReader open(Path file) throws InvalidFileException {
        requireFile(file);
        try {
            return new BufferedReader(new Text(
                    file,
                    new InputStreamReader(
                            Files.newInputStream(file),
                            StandardCharsets.UTF_8
                                    .newDecoder()
                                    .onMalformedInput(CodingErrorAction.REPORT)
                                    .onUnmappableCharacter(CodingErrorAction.REPORT))));
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** Returns whether the path exists, including a dangling link, which differs from a file that was never written. */
    public static boolean exists(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns an excerpt of a file for a message, in quotes, cut where it is longer than a message should be. */
    public static String excerpt(String piece) {
        return piece.length() <= LONGEST ? "'" + piece + "'" : "'" + piece.substring(0, LONGEST) + "…'";
    }

    private static void requireFile(Path file) throws InvalidFileException {
        if (Files.isDirectory(file)) {
            throw new InvalidFileException(file + ": is a folder, not a file");
        }
    }

    private static InvalidFileException unreadable(Path file, IOException failure) {
        return new InvalidFileException(
                file,
                failure instanceof CharacterCodingException ? "not a UTF-8 text file" : FileErrors.reason(failure),
                failure);
    }

    /** Reader that names the file if its content is not text. */
    private static final class Text extends Reader {
        private final Path file;
        private final Reader in;

        Text(Path file, Reader in) {
            this.file = file;
            this.in = in;
        }

        @Override
        public int read(char[] buffer, int from, int length) throws IOException {
            try {
                return in.read(buffer, from, length);
            } catch (IOException e) {
                throw unreadable(file, e);
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
