/** Faults of the links between nodes and clients: cuts, delays, losses, throttles, resets. */
@NullMarked
package squall.adversity.network;

import org.jspecify.annotations.NullMarked;
