<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** Every method except name() throws StoreUnavailable. */
interface Database
{
    /**
     * @template T
     * @param \Closure(Connection): T $work
     * @return T
     * @throws StoreUnavailable|\Throwable whatever the work throws
     */
    public function read(\Closure $work): mixed;

    /**
     * Runs the work in one transaction. On return, all of it is on the disk.
     * @template T
     * @param \Closure(Connection): T $work runs again after a conflict with another transaction
     * @return T
     * @throws StoreUnavailable|\Throwable whatever the work throws
     */
    public function write(\Closure $work): mixed;

    /** Sets the limit of later statements. SQLite has none. */
    public function limit(TimeLimit $timeLimit): void;

    /**
     * Connects, and creates missing tables.
     *
     * @throws StoreUnavailable
     */
    public function prepare(): void;

    /** The database's address without the password, for messages. */
    public function name(): string;
}
