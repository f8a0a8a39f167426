package squall.cli;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/** Takes secrets out of what is written; sees as much at a time as one call to write hands over. */
final class MaskedWriter extends FilterWriter {
    MaskedWriter(Writer out) {
        super(out);
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
        out.write(Secrets.mask(text.substring(from, from + length)));
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        write(new String(text, from, length), 0, length);
    }
}
