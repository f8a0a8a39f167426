/** Tests of what is printed. */
@NullMarked
package squall.apps.output;

import org.jspecify.annotations.NullMarked;
