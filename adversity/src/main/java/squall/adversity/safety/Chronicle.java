package squall.adversity.safety;

import java.io.IOException;

/** Keeps what happens to injections, so that others can go on where this process ended. Any thread may append. */
public interface Chronicle {
    /** On return the line outlives this process. */
    void append(Line line) throws IOException;
}
