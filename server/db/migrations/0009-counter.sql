-- The counter: orders that somebody takes down for a customer, money that comes over it, and tickets on paper.

-- How it came, and who of the house took it down. A guest has no account; who ordered by their own hand has.
alter table quotes
  alter column customer_id drop not null,
  add column channel text not null default 'web' check (channel in ('web', 'phone', 'walk-in')),
  add column taken_by text references users,
  add constraint quotes_taken check ((channel = 'web') = (taken_by is null)),
  add constraint quotes_customer check (customer_id is not null or taken_by is not null);

-- One live offer for the same request of who holds it: the customer, or who of the house prices it for them.
drop index quotes_open;
create unique index quotes_open on quotes (coalesce(taken_by, customer_id), request_key) where open;

alter table orders
  alter column customer_id drop not null,
  add column channel text not null default 'web' check (channel in ('web', 'phone', 'walk-in')),
  add column taken_by text references users,
  add constraint orders_taken check ((channel = 'web') = (taken_by is null)),
  add constraint orders_customer check (customer_id is not null or taken_by is not null);

-- What is paid over the counter is in no bank's account. `session_id` stays what makes a payment count once.
alter table payments
  add column method text not null default 'transfer' check (method in ('transfer', 'cash', 'card')),
  alter column account_id drop not null,
  add constraint payments_account check ((method = 'transfer') = (account_id is not null)),
  add constraint payments_over_counter check (method = 'transfer' or recorded_by is not null);

-- Every ticket that was printed: the second says that it is not the first.
create table tickets (
  order_id text not null references orders,
  kind text not null check (kind in ('kitchen', 'packing')),
  number integer not null check (number > 0),
  -- One press, however often it was sent.
  press text not null check (length(press) <= 40),
  printed_by text not null references users,
  printed_at timestamptz not null default now(),
  primary key (order_id, kind, number),
  unique (order_id, kind, press)
);
