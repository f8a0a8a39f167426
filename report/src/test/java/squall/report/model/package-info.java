/** Tests. */
@NullMarked
package squall.report.model;

import org.jspecify.annotations.NullMarked;
