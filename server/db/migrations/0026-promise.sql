-- What the promise of an order was estimated from, in minutes: the last orders are compared with it. Null of earlier orders, and
-- once it is learned from.
alter table orders add column estimated_minutes integer check (estimated_minutes >= 0);

-- What the promise has learned, in minutes, and how often it was kept until `day_ends`. One row, so that nothing is counted anew.
alter table kitchen_load add column learned_minutes real not null default 0 check (learned_minutes between -5 and 20);
alter table kitchen_load add column day_ends timestamptz;
alter table kitchen_load add column ready_today integer not null default 0;
alter table kitchen_load add column kept_today integer not null default 0;
alter table kitchen_load add constraint kitchen_load_kept check (kept_today between 0 and ready_today);
