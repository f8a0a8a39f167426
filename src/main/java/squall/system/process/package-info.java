/** Programs and processes of this machine: found, started, detached, watched and stopped. */
@NullMarked
package squall.system.process;

import org.jspecify.annotations.NullMarked;
