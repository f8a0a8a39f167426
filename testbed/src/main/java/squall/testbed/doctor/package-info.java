/** What this machine can do of what Squall can ask of one: tried out for real, bounded in time, leaving nothing behind. */
@NullMarked
package squall.testbed.doctor;

import org.jspecify.annotations.NullMarked;
