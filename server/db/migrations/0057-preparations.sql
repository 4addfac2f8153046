-- What the kitchen has prepared for orders for later: so many portions of a dish for the orders due at a time.
create table preparations (
  item_id text not null references items,
  due timestamptz not null,
  portions integer not null check (portions > 0),
  done_by text not null references users,
  done_at timestamptz not null default now(),
  primary key (item_id, due)
);
create index preparations_by_due on preparations (due);
create index preparations_by_person on preparations (done_by);
