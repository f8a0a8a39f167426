/**
 * Run of a scenario on a real cluster: the targets of each injection, the guards that refuse it, and how it is injected and healed under a
 * load.
 */
@NullMarked
package squall.adversity.run;

import org.jspecify.annotations.NullMarked;
