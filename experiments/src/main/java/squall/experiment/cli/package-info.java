/** Command {@code bin/experiment}. */
@NullMarked
package squall.experiment.cli;

import org.jspecify.annotations.NullMarked;
