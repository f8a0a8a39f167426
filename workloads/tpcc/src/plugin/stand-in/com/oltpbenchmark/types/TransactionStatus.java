package com.oltpbenchmark.types;

/** Stub of BenchBase's enum of this name. */
public enum TransactionStatus {
    SUCCESS
}
