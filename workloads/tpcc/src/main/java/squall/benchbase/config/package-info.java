/** Configuration files of BenchBase, read as BenchBase reads them but strictly: a misspelt or impossible element is an error with its line. */
@NullMarked
package squall.benchbase.config;

import org.jspecify.annotations.NullMarked;
