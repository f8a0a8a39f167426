/** Tests. */
@NullMarked
package squall.report.form;

import org.jspecify.annotations.NullMarked;
