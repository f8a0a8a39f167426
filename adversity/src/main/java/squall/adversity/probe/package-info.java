/** Probes beside the load, with connections of their own: whether the database answers, and whether it keeps what it acknowledged. */
@NullMarked
package squall.adversity.probe;

import org.jspecify.annotations.NullMarked;
