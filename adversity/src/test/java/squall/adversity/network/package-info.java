/** Tests of what faults of links do and see. */
@NullMarked
package squall.adversity.network;

import org.jspecify.annotations.NullMarked;
