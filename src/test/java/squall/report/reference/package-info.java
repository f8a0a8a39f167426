/** Tests of the published figures and of the forms of tables. */
@NullMarked
package squall.report.reference;

import org.jspecify.annotations.NullMarked;
