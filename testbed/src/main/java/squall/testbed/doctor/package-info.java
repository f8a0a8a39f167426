/** Doctor: tests of what this machine supports of Squall's features, limited in time, without traces. */
@NullMarked
package squall.testbed.doctor;

import org.jspecify.annotations.NullMarked;
