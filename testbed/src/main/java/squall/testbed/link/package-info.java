/** TCP links between servers and clients on this machine, relayed by a separate process, that can be cut, delayed, throttled and reset. */
@NullMarked
package squall.testbed.link;

import org.jspecify.annotations.NullMarked;
