-- An order for later: its slot, the times that follow, the business day whose portions it uses, and whether it still waits
-- for the kitchen's start. `slot_question` is what its customer is asked while the slot cannot be kept.
alter table orders
  add column slot timestamptz,
  add column due timestamptz,
  add column start_at timestamptz,
  add column stock_day date,
  add column waits boolean not null default false,
  add column slot_question jsonb;
create index orders_waiting on orders (start_at) where waits;

-- An order takes the address key and the slot of its quote, also where a server of the last release places it.
create or replace function take_address_key() returns trigger language plpgsql as $$
declare
  quote quotes%rowtype;
begin
  select * into quote from quotes where id = new.id;
  new.address_key := quote.address_key;
  if quote.slot is not null then
    new.slot := quote.slot;
    new.due := quote.due;
    new.start_at := quote.start_at;
    new.stock_day := quote.stock_day;
    new.ready_by := quote.ready_by;
    new.waits := quote.start_at > now();
  end if;
  return new;
end $$;

-- An order for later is no work of the kitchen until it must be started.
create or replace function is_kitchen_work(one orders) returns boolean language sql immutable as $$
  select one.status in ('pending', 'preparing')
     and not (one.crowded and one.status = 'pending' and one.received = 0 and one.entered_by is null
              and one.payment not in ('found', 'over', 'refunded'))
     and not (one.waits and one.status = 'pending')
$$;

-- The business day of now, whose portions the menu counts.
create function business_day() returns date language sql stable as $$
  select ((now() at time zone 'Africa/Lagos') - coalesce(document ->> 'dayBegins', '06:00')::time::interval)::date from settings
$$;

-- A hold for a later business day leaves the portions of today alone until that day begins.
alter table stock_holds add column day date;

-- The customers of a quarter closed with a question are asked to choose again.
alter table closed_quarters add column asks boolean not null default false;

alter table locations add column driving_minutes integer;
