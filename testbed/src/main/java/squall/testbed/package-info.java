/** Databases that this machine can run, and the command that starts, stops and removes them. */
@NullMarked
package squall.testbed;

import org.jspecify.annotations.NullMarked;
