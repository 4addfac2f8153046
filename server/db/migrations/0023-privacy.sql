-- Orders that ended long ago name nobody any more.
alter table orders add column anonymised_at timestamptz;
create index orders_to_anonymise on orders (finished_at) where anonymised_at is null and owed = 0 and finished_at is not null;

-- Quotes without an order are deleted after some days.
alter table quotes add column placed boolean not null default false;
update quotes set placed = true from orders where orders.id = quotes.id;
create index quotes_unplaced on quotes (expires_at) where not placed;

-- What the other sweeps look for.
create index sessions_by_expiry on sessions (expires_at);
create index verifications_by_expiry on verifications (expires_at);
create index rate_limits_by_age on rate_limits (window_started);
create index push_messages_by_age on push_messages (created_at);

-- Refused sign-ins and limits that were hit: how often in which minute, and a keyed hash of the address.
create table security_log (
  minute timestamptz not null,
  kind text not null,
  endpoint text not null,
  address_key text not null,
  times integer not null check (times > 0),
  primary key (minute, kind, endpoint, address_key)
);

-- What the first of two people has confirmed, for the board: who, how much, and the payment's key. Null once it is recorded.
alter table orders add column first_confirmation jsonb;
update orders
   set first_confirmation = jsonb_build_object('name', username, 'amount', amount, 'session', session_id)
  from first_confirmations join users on users.id = confirmed_by
 where orders.id = order_id;
