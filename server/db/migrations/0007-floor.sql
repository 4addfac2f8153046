-- The floor: who carries an order and how far it has come, and what the kitchen says of dishes and of the house.

alter table orders
  -- Null for what is picked up at the restaurant. The rider is {id, name, phone}: who carried it, as of then.
  add column trip text check (trip in ('none', 'assigned', 'out', 'failed', 'delivered')),
  -- What the customer says at the door.
  add column delivery_code text check (delivery_code ~ '^[0-9]{4}$'),
  add column code_tries integer not null default 0 check (code_tries between 0 and 5),
  add column out_at timestamptz,
  add column delivery_problem text,
  add column ready_at timestamptz;

update orders set
  trip = case when delivery_method = 'delivery' then 'none' end,
  delivery_code = case when delivery_method = 'delivery' then lpad(floor(random() * 10000)::integer::text, 4, '0') end,
  ready_at = case when status in ('ready', 'completed') then updated_at end;

alter table orders
  add constraint orders_trip check ((delivery_method = 'delivery') = (trip is not null)),
  add constraint orders_delivery_code check ((delivery_method = 'delivery') = (delivery_code is not null)),
  add constraint orders_carried check (coalesce(trip, 'none') = 'none' or rider ? 'id'),
  add constraint orders_problem check ((coalesce(trip, '') = 'failed') = (delivery_problem is not null));

create index orders_by_rider on orders ((rider ->> 'id')) where status in ('preparing', 'ready');

-- A dish that is off comes back at `back_at`, or when somebody puts it back. With portions counted, the last one sold
-- takes it off.
alter table items
  add column back_at timestamptz check (back_at is null or not available),
  add column portions_left integer check (portions_left >= 0),
  add constraint items_sold_out check (portions_left is null or portions_left > 0 or not available);

create index items_coming_back on items (back_at) where back_at is not null;
create index items_counted on items (id) where portions_left is not null;

-- How the house stands tonight, over its settings.
create table floor (
  only_row boolean primary key default true check (only_row),
  -- Minutes on top of what the load says.
  rush_minutes integer not null default 0 check (rush_minutes between 0 and 120),
  -- Instead of the settings' figure.
  capacity integer check (capacity between 1 and 500),
  -- What customers read while no orders are taken; null when they are.
  paused text check (length(paused) between 1 and 200),
  version integer not null default 1
);

insert into floor default values;
