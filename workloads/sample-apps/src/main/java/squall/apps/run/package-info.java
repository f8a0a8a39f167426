/** Engine of all sample applications: chooses the keys, writes and reads them, and judges what was seen. */
@NullMarked
package squall.apps.run;

import org.jspecify.annotations.NullMarked;
