package squall.apps.cql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import squall.apps.CqlAppContext;
import squall.apps.KeyValueFormat;
import squall.apps.cql.CqlTableLayout.CqlAppColumn;

/** Table layout of a key and one value, which several workloads share. */
public final class KeyValueLayouts {
    private KeyValueLayouts() {}

    static CqlAppColumn key(KeyValueFormat texts) {
        return new CqlAppColumn("k", "varchar", (key, version) -> texts.key(key));
    }

    static CqlAppColumn blob(KeyValueFormat texts) {
        return new CqlAppColumn("v", "blob", (key, version) -> BlobCodec.of(texts.value(key, version)));
    }

    static CqlTableLayout blobs(CqlAppContext setting) {
        KeyValueFormat texts = setting.texts();
        return new CqlTableLayout(setting.name(), List.of(key(texts)), List.of(), List.of(blob(texts)));
    }

    /** Returns the statements of rows of such a layout, clustered or not. */
    static WholeRowStatements rows(CqlTableLayout layout, KeyValueFormat texts) {
        return new WholeRowStatements(
                layout, texts, (key, row) -> texts.seen(key, BlobCodec.text(row.getByteBuffer("v"))));
    }

    /** Codec of texts in columns of bytes. */
    public static final class BlobCodec {
        private BlobCodec() {}

        public static ByteBuffer of(String text) {
            return ByteBuffer.wrap(text.getBytes(UTF_8));
        }

        public static String text(@Nullable ByteBuffer bytes) {
            return bytes == null ? "null" : UTF_8.decode(bytes.duplicate()).toString();
        }
    }
}
