package squall.apps.run;

import java.io.IOException;
import squall.database.DatabaseLoad;

/** Load of a sample application, whose tables can be dropped. */
public sealed interface SampleAppLoad extends DatabaseLoad permits AppLoad, IsolationLoad {
    /** Drops the application's tables. */
    void drop() throws IOException, InterruptedException;

    /** Returns the end of the keys that were given out for writing or were there before; 0 if it gives none out. */
    default long writtenKeys() {
        return 0;
    }
}
