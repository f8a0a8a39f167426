@NullMarked
package squall.testbed.doctor;

import org.jspecify.annotations.NullMarked;
