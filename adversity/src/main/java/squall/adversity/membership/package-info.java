/** Faults of membership: nodes that join and leave under load. */
@NullMarked
package squall.adversity.membership;

import org.jspecify.annotations.NullMarked;
