/** Tests. */
@NullMarked
package squall.benchbase.cli;

import org.jspecify.annotations.NullMarked;
