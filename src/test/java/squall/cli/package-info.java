/** Tests. */
@NullMarked
package squall.cli;

import org.jspecify.annotations.NullMarked;
