/** Tests. */
@NullMarked
package squall.results.repeat;

import org.jspecify.annotations.NullMarked;
