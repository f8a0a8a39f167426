/** Figures that others published, as data with their sources and caveats, and tables of such figures in every form; pure. */
@NullMarked
package squall.report.reference;

import org.jspecify.annotations.NullMarked;
