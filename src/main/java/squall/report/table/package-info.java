/** Tables in the form in which others published theirs, made from runs, so that both can be laid side by side. Pure. */
@NullMarked
package squall.report.table;

import org.jspecify.annotations.NullMarked;
