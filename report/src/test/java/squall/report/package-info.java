/** Tests. */
@NullMarked
package squall.report;

import org.jspecify.annotations.NullMarked;
