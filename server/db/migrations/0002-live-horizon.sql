-- Live readers compare snapshots, not (xid, id): see server/live/events.ts. Rows are deleted when they are a day old;
-- this is the highest transaction of those deleted, so that whoever comes back from before is told to read anew.
create table events_horizon (
  only_row boolean primary key default true check (only_row),
  xid xid8 not null default '0'
);

insert into events_horizon default values;
