/** The table that everything printed or saved in columns is made as, and its forms in text, Markdown, CSV and JSON. Pure. */
@NullMarked
package squall.table;

import org.jspecify.annotations.NullMarked;
