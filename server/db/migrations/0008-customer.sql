-- The customer's side of an order: cancelling it, saying what instead of a dish that ran out, and how it was.

alter table orders
  add column cancelled_by text check (cancelled_by in ('customer', 'house')),
  -- A line with `ranOutAt` waits for what its customer says.
  add column asks boolean not null generated always as (jsonb_path_exists(lines, '$[*].ranOutAt')) stored,
  -- What became of lines that ran out, in the order it was said.
  add column answers jsonb not null default '[]' check (jsonb_typeof(answers) = 'array');

update orders set cancelled_by = 'house' where status = 'cancelled';

alter table orders
  add constraint orders_cancelled_by check ((status = 'cancelled') = (cancelled_by is not null)),
  add constraint orders_asked check (not asks or status in ('pending', 'preparing', 'cancelled'));

-- One an order, for all time.
create table ratings (
  order_id text primary key references orders,
  stars integer not null check (stars between 1 and 5),
  comment text not null default '' check (length(comment) <= 300),
  version integer not null default 1,
  created_at timestamptz not null default now()
);

create index ratings_by_time on ratings (created_at);
