package squall.adversity.probe;

import java.io.IOException;
import java.util.List;

/** One kind of promise that is put to the test beside the load. */
interface Probe {
    String name();

    /** Makes ready what it needs, and tells the beats that do it. */
    List<Beat> beats() throws IOException, InterruptedException;

    /** Judges, once all beats have ended and the database is quiet. @throws IOException if the database could not be asked */
    Finding verdict() throws IOException, InterruptedException;
}
