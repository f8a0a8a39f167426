/** Tests. */
@NullMarked
package squall.run.watch;

import org.jspecify.annotations.NullMarked;
