/** Inside the core the only package with threads and a clock: sessions, the thread that records, stop rules. */
@NullMarked
package squall.engine;

import org.jspecify.annotations.NullMarked;
