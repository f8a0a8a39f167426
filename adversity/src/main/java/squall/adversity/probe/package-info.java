/** Probes that run during the load over their own connections: does the database answer, and does it keep what it acknowledged? */
@NullMarked
package squall.adversity.probe;

import org.jspecify.annotations.NullMarked;
