package squall.apps.cql;

import java.util.List;
import squall.apps.CqlAppContext;
import squall.apps.KeyValueFormat;

/** The layouts of a key and one value, which several workloads share. */
final class KeyValueLayouts {
    private KeyValueLayouts() {}

    static CqlTableLayout.CqlAppColumn key(KeyValueFormat texts) {
        return new CqlTableLayout.CqlAppColumn("k", "varchar", (key, version) -> texts.key(key));
    }

    static CqlTableLayout.CqlAppColumn blob(KeyValueFormat texts) {
        return new CqlTableLayout.CqlAppColumn("v", "blob", (key, version) -> BlobCodec.of(texts.value(key, version)));
    }

    static CqlTableLayout blobs(CqlAppContext setting) {
        KeyValueFormat texts = setting.texts();
        return new CqlTableLayout(setting.name(), List.of(key(texts)), List.of(), List.of(blob(texts)));
    }

    /** Rows of such a layout, clustered or not. */
    static WholeRowStatements rows(CqlTableLayout layout, KeyValueFormat texts) {
        return new WholeRowStatements(
                layout, texts, (key, row) -> texts.seen(key, BlobCodec.text(row.getByteBuffer("v"))));
    }
}
