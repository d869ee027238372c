<?php

declare(strict_types=1);

namespace Enquiry\Store;

/** Where the tables are. */
interface Database
{
    /** How many there are of the tables. */
    public const MIGRATIONS = 3;

    /**
     * @template T
     *
     * @param \Closure(Connection): T $work statements that only read, each for itself
     *
     * @return T
     *
     * @throws StoreUnavailable|\Throwable what the work throws itself is passed on
     */
    public function read(\Closure $work): mixed;

    /**
     * All of the work or nothing, safe on disk on return.
     *
     * @template T
     *
     * @param \Closure(Connection): T $work may be run again where another transaction got in its way
     *
     * @return T
     *
     * @throws StoreUnavailable|\Throwable what the work throws itself is passed on
     */
    public function write(\Closure $work): mixed;

    /**
     * As write(), but it may be undone by a loss of power, though not by the death of a process.
     *
     * @template T
     *
     * @param \Closure(Connection): T $work
     *
     * @return T
     *
     * @throws StoreUnavailable|\Throwable
     */
    public function writeUnsynced(\Closure $work): mixed;

    /**
     * Clears the files of what deleted rows have left in them, as far as the owner of the tables can.
     *
     * @param bool $rebuild also where that may keep others waiting for a moment
     *
     * @throws StoreUnavailable where something may be left
     */
    public function scrub(bool $rebuild): void;

    /**
     * Makes what is missing, so that the first enquiry does not have to.
     *
     * @param bool $anew also what should be there already
     *
     * @throws StoreUnavailable
     */
    public function prepare(bool $anew = false): void;

    /** For people: where it is, without a password. */
    public function name(): string;
}
