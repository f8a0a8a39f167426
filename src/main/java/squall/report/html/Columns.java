package squall.report.html;

import java.io.ByteArrayOutputStream;
import squall.report.chart.Track;

/**
 * Tracks as bytes: each its length, then differences as zigzag varints, so that neighbours that differ by little take a byte and
 * repetition packs to nothing.
 */
final class Columns {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    void add(Track track) {
        varint(track.size());
        int last = 0;
        for (int i = 0; i < track.size(); i++) {
            int difference = track.at(i) - last;
            varint((difference << 1) ^ (difference >> 31));
            last = track.at(i);
        }
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    private void varint(int value) {
        int left = value;
        while ((left & ~0x7f) != 0) {
            out.write((left & 0x7f) | 0x80);
            left >>>= 7;
        }
        out.write(left);
    }
}
