/** What a team implements or receives: loads, sessions, targets, outcomes and options; kept stable from release to release. */
@NullMarked
package squall.spi;

import org.jspecify.annotations.NullMarked;
