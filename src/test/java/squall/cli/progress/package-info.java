/** Tests. */
@NullMarked
package squall.cli.progress;

import org.jspecify.annotations.NullMarked;
