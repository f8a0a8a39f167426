/** Keeps a load running while faults come and go, and heals whatever it did. */
@NullMarked
package squall.adversity;

import org.jspecify.annotations.NullMarked;
