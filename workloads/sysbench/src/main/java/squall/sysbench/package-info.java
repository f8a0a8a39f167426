/** sysbench's OLTP tests as a load: tables, events, sessions, and what is checked afterwards. */
@NullMarked
package squall.sysbench;

import org.jspecify.annotations.NullMarked;
