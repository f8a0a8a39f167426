/** Command {@code bin/adversity}: runs, plans, lists and checks scenarios, and heals clusters. */
@NullMarked
package squall.adversity.cli;

import org.jspecify.annotations.NullMarked;
