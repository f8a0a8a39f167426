/** {@code bin/sample-apps paper}: the experiments of the white paper of 2019, run in order and compared with its figures. */
@NullMarked
package squall.apps.paper;

import org.jspecify.annotations.NullMarked;
