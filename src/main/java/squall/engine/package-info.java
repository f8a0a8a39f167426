/** Inside the core the only package with threads and a clock: pacing, sessions, recording thread, conductor. */
@NullMarked
package squall.engine;

import org.jspecify.annotations.NullMarked;
