/** Tests of the sample applications. */
@NullMarked
package squall.apps;

import org.jspecify.annotations.NullMarked;
