/** What a report of one run says, whatever it is written as: verdict, headline figures, tables, and what the charts show. */
@NullMarked
package squall.report.model;

import org.jspecify.annotations.NullMarked;
