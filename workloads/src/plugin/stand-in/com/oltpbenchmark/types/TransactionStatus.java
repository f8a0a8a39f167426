package com.oltpbenchmark.types;

/** Stands in for BenchBase's enum of this name. */
public enum TransactionStatus {
    SUCCESS
}
