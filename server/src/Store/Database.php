<?php

declare(strict_types=1);

namespace Enquiry\Store;

interface Database
{
    /**
     * @template T
     *
     * @param \Closure(Connection): T $work
     *
     * @return T
     *
     * @throws StoreUnavailable|\Throwable whatever the work throws
     */
    public function read(\Closure $work): mixed;

    /**
     * Runs the work in one transaction: all of it is on the disk on return, or nothing.
     *
     * @template T
     *
     * @param \Closure(Connection): T $work runs again after a conflict with another transaction
     *
     * @return T
     *
     * @throws StoreUnavailable|\Throwable whatever the work throws
     */
    public function write(\Closure $work): mixed;

    /** From now on. SQLite has no such limit. */
    public function limit(TimeLimit $timeLimit): void;

    /**
     * Connects, and creates missing tables.
     *
     * @throws StoreUnavailable
     */
    public function prepare(): void;

    /**
     * Clears the database files of deleted rows. A database server does so by itself in time.
     *
     * @throws StoreUnavailable
     */
    public function scrub(): void;

    /** The address of the database for people, without a password. */
    public function name(): string;
}
