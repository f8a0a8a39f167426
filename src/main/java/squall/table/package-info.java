/** Table model of everything printed or saved in columns, and its formats: text, Markdown, CSV and JSON. Pure. */
@NullMarked
package squall.table;

import org.jspecify.annotations.NullMarked;
