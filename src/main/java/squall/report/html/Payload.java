package squall.report.html;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import squall.report.chart.Charts;
import squall.results.Json;

/**
 * What the charts of a page are drawn from: a header in JSON, then columns in the order in which the page's script reads them, compressed,
 * as base64, which no text in the data can break out of.
 */
final class Payload {
    private Payload() {}

    static String of(Charts charts) {
        byte[] head = Json.line(charts.head()).getBytes(StandardCharsets.UTF_8);
        Columns columns = new Columns();
        charts.columns().forEach(columns::add);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new Best(packed)) {
            out.write(ByteBuffer.allocate(Integer.BYTES).putInt(head.length).array());
            out.write(head);
            out.write(columns.bytes());
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written to", e);
        }
        return Base64.getEncoder().encodeToString(packed.toByteArray());
    }

    /** Packs as tightly as it can. */
    private static final class Best extends GZIPOutputStream {
        private Best(ByteArrayOutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}
