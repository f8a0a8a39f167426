/** Faults under a continuous load, and their healing. */
@NullMarked
package squall.adversity;

import org.jspecify.annotations.NullMarked;
