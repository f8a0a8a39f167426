/** PostgreSQL servers on this machine, three in a group, each managed by a real Patroni, with leader election through etcd. */
@NullMarked
package squall.testbed.patroni;

import org.jspecify.annotations.NullMarked;
