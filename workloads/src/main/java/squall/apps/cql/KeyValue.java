package squall.apps.cql;

import java.util.List;
import squall.apps.CqlSetting;
import squall.apps.Texts;

/** The layouts of a key and one value, which several workloads share. */
final class KeyValue {
    private KeyValue() {}

    static Column key(Texts texts) {
        return new Column("k", "varchar", (key, version) -> texts.key(key));
    }

    static Column blob(Texts texts) {
        return new Column("v", "blob", (key, version) -> Blobs.of(texts.value(key, version)));
    }

    static Layout blobs(CqlSetting setting) {
        Texts texts = setting.texts();
        return new Layout(setting.name(), List.of(key(texts)), List.of(), List.of(blob(texts)));
    }

    /** Rows of such a layout, clustered or not. */
    static WholeRows rows(Layout layout, Texts texts) {
        return new WholeRows(layout, texts, (key, row) -> texts.seen(key, Blobs.text(row.getByteBuffer("v"))));
    }
}
