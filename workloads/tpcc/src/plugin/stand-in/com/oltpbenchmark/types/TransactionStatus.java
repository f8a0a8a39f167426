package com.oltpbenchmark.types;

/** A stub of BenchBase's enum of this name. */
public enum TransactionStatus {
    SUCCESS
}
