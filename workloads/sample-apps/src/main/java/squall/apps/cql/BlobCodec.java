package squall.apps.cql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Texts in columns of bytes. */
final class BlobCodec {
    private BlobCodec() {}

    static ByteBuffer of(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }

    static String text(@Nullable ByteBuffer bytes) {
        return bytes == null ? "null" : UTF_8.decode(bytes.duplicate()).toString();
    }
}
