-- Money after the claim: when the customer said so last, and what went back.
alter table orders
  add column claimed_at timestamptz not null default now(),
  add column refunded integer not null default 0 check (refunded >= 0),
  add column refund_reference text,
  -- What the house owes the customer. No more than this can ever be paid out.
  add column owed integer not null generated always as
    (case when status = 'cancelled' then received else greatest(received - total, 0) end - refunded) stored
    check (owed >= 0);

update orders set claimed_at = created_at;

create index orders_owed on orders (created_at) where owed > 0;

-- What the house paid back: the reference is its bank's, and stands for one refund, ever.
create table refunds (
  id bigint generated always as identity primary key,
  order_id text not null references orders,
  amount integer not null check (amount > 0),
  reference text not null unique,
  paid_by text not null references users,
  paid_at timestamptz not null default now()
);

create index refunds_by_order on refunds (order_id);

-- What people write of an order in a transfer's narration.
create index orders_by_code on orders (right(id, 6));

-- A provider that takes transfers for us: it gives an offer an account of its own, and says when money came there.
create table charges (
  -- Ours, and the provider's name for it.
  reference text primary key,
  quote_id text not null unique references quotes,
  provider text not null,
  account jsonb not null,
  created_at timestamptz not null default now()
);

alter table payments
  alter column recorded_by drop not null,
  -- Who told, where no person did.
  add column provider text,
  add check ((recorded_by is null) = (provider is not null));
