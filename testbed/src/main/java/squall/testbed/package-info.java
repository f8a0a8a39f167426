/** Databases this machine can run for real, and the command that starts, stops and forgets them. */
@NullMarked
package squall.testbed;

import org.jspecify.annotations.NullMarked;
