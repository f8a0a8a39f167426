/** A BenchBase XML file, read as BenchBase reads it but strictly: what is misspelt or impossible is an error with its line. */
@NullMarked
package squall.benchbase.config;

import org.jspecify.annotations.NullMarked;
