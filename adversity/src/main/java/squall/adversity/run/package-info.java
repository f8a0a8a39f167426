/** A scenario on a real cluster: whom each injection strikes, who forbids it, and how it comes and goes under a load. */
@NullMarked
package squall.adversity.run;

import org.jspecify.annotations.NullMarked;
