/** Tests of the engine under the sample applications. */
@NullMarked
package squall.apps.run;

import org.jspecify.annotations.NullMarked;
