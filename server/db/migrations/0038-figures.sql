-- Whether the customer had ordered before, as it was when the order was placed: an account that is forgotten later does not
-- change it. Null at the counter without an account, and of orders from before this was kept.
alter table orders add column ordered_before boolean;

-- What the orders placed on a day in Lagos come to, in one row for each dish, hour and so on. `amount`: naira or seconds.
create table day_figures (
  day date not null,
  dimension text not null,
  key text not null,
  count integer not null,
  amount bigint not null,
  primary key (day, dimension, key)
);

-- The same of each month, so that a year is read from few rows. `first_day`: the first in the month with such a row.
create table month_figures (
  month date not null,
  dimension text not null,
  key text not null,
  first_day date not null,
  count integer not null,
  amount bigint not null,
  primary key (month, dimension, key)
);

-- Days whose orders have changed since `day_figures` was counted. Orders only add rows, so that none waits for another.
create table changed_days (day date not null);

create function note_changed_days() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into changed_days select distinct (created_at at time zone 'Africa/Lagos')::date from after_change;
  elsif tg_op = 'DELETE' then
    insert into changed_days select distinct (created_at at time zone 'Africa/Lagos')::date from before_change;
  else
    insert into changed_days
    select (created_at at time zone 'Africa/Lagos')::date from before_change
    union select (created_at at time zone 'Africa/Lagos')::date from after_change;
  end if;
  return null;
end $$;

create trigger orders_note_insert after insert on orders
  referencing new table as after_change for each statement execute function note_changed_days();
create trigger orders_note_update after update on orders
  referencing old table as before_change new table as after_change for each statement execute function note_changed_days();
create trigger orders_note_delete after delete on orders
  referencing old table as before_change for each statement execute function note_changed_days();

-- The sweeps count the orders that are there already.
insert into changed_days select distinct (created_at at time zone 'Africa/Lagos')::date from orders;

-- When a dish of the menu could not be had.
create table sold_out_spans (
  item_id text not null,
  began_at timestamptz not null default now(),
  ended_at timestamptz check (ended_at >= began_at)
);
create unique index sold_out_now on sold_out_spans (item_id) where ended_at is null;
create index sold_out_by_end on sold_out_spans (ended_at);

create function note_sold_out() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and not new.available and not new.removed then
    insert into sold_out_spans (item_id) values (new.id) on conflict do nothing;
  else
    update sold_out_spans set ended_at = now() where item_id = old.id and ended_at is null;
  end if;
  return null;
end $$;

create trigger items_note_insert after insert on items
  for each row when (not new.available and not new.removed) execute function note_sold_out();
create trigger items_note_update after update on items
  for each row when ((old.available or old.removed) <> (new.available or new.removed)) execute function note_sold_out();
create trigger items_note_delete after delete on items
  for each row when (not old.available) execute function note_sold_out();

-- Past spans stand in the record, but for those that began with the last portion. One that is not over begins now.
insert into sold_out_spans (item_id, began_at, ended_at)
select item_id, at, least(until, back_at)
  from (
    select substr(subject, 6) as item_id, action, at, (detail ->> 'backAt')::timestamptz as back_at,
           lead(at) over (partition by subject order by id) as until
      from audit where action in ('item.mark-sold-out', 'item.mark-available')
  ) marked
 where action = 'item.mark-sold-out' and least(until, back_at) between at and now();
insert into sold_out_spans (item_id) select id from items where not available and not removed;
