-- What the servers of one database share: one row, which no backup contains.
create table instance (
  only_row boolean primary key default true check (only_row),
  -- Written by every look at whether orders can be recorded.
  checked_at timestamptz not null default now(),
  -- A fingerprint of each secret that all servers have to share, by its name.
  secrets jsonb not null default '{}',
  -- The last good backup, and the last that was restored into a scratch database.
  backed_up_at timestamptz,
  rehearsed_at timestamptz
);
insert into instance default values;

-- How many promises of the last hour were kept.
create index orders_by_ready_at on orders (ready_at) where ready_at is not null;
