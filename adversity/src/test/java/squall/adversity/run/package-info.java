/** Tests of what is done when in a scenario. */
@NullMarked
package squall.adversity.run;

import org.jspecify.annotations.NullMarked;
