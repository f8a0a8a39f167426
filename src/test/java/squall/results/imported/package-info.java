/** Tests. */
@NullMarked
package squall.results.imported;

import org.jspecify.annotations.NullMarked;
