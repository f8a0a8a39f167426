/** Tests. */
@NullMarked
package squall.benchbase.output;

import org.jspecify.annotations.NullMarked;
