/** Published figures of others, with their sources and caveats, and tables in the same form made from runs. Pure. */
@NullMarked
package squall.report.table;

import org.jspecify.annotations.NullMarked;
