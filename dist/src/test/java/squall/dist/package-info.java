/** Tests of what is shipped: the launchers, the runtime folder, and the arrows between modules. */
@NullMarked
package squall.dist;

import org.jspecify.annotations.NullMarked;
