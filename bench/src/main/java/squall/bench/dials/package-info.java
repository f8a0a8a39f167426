/** JDBC driver without a database: it stores nothing and answers as fast or as slowly as its dials say. */
@NullMarked
package squall.bench.dials;

import org.jspecify.annotations.NullMarked;
