/** PostgreSQL with two quorum-synchronous standbys on this machine, and the small supervisor that fails over. */
@NullMarked
package squall.testbed.ha;

import org.jspecify.annotations.NullMarked;
