/** Tests. */
@NullMarked
package squall.benchbase.upstream;

import org.jspecify.annotations.NullMarked;
