-- The process that commits an event sends NOTIFY after the commit. Within the transaction it holds a lock of the whole database
-- until the commit is on the disk, and commits wait for each other. Readers find the events of a server of the last release by
-- their poll.
drop trigger events_wake_readers on events;
drop function wake_readers();
