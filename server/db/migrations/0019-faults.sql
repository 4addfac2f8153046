-- Which start of which database the transaction numbers of live cursors belong to: see server/live/events.ts. PostgreSQL
-- empties an unlogged table after a crash, which is when it gives out numbers again that it had not written to the disk.
create unlogged table events_epoch (
  only_row boolean primary key default true check (only_row),
  id text not null default left(gen_random_uuid()::text, 13),
  database oid not null,
  started timestamptz not null
);
