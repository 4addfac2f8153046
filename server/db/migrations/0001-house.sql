-- The house: the restaurant, its people, and the way of an order from quote to plate.
-- Keep to what PostgreSQL 15 knows: DATABASE_URL may point at an older managed server.

-- The restaurant. Loaded from restaurant/ at the first start; from then on the database is the truth.

create table settings (
  only_row boolean primary key default true check (only_row),
  document jsonb not null
);

create table locations (
  id text primary key,
  position integer not null,
  name text not null,
  fee integer not null check (fee >= 0)
);

create table categories (
  id text primary key,
  position integer not null,
  title text not null,
  -- Hidden categories (swallows, sauces) only feed the choices of other dishes.
  listed boolean not null,
  -- What never decides anything in SQL: tile, banner, option groups, synonyms, plate.
  document jsonb not null
);

create table items (
  id text primary key,
  category_id text not null references categories,
  position integer not null,
  name text not null,
  description text not null,
  price integer not null check (price between 0 and 10000000),
  available boolean not null,
  takes_note boolean not null,
  bestseller boolean not null,
  -- Heat, dietary marks, option groups, plate.
  document jsonb not null,
  version integer not null default 1
);

create index items_by_category on items (category_id, position);

-- People. The first three tables are Better Auth's, with our columns on the user.

create table users (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  role text not null default 'customer' check (role in ('customer', 'rider', 'kitchen', 'cashier', 'owner')),
  username text not null,
  phone text unique check (phone ~ '^\+234[789][0-9]{9}$'),
  address text not null default '',
  location_id text references locations on delete set null
);

-- 'Ada' and 'ada' are one name to people, and one e-mail to the sign-in.
create unique index users_by_username on users (lower(username));

create table sessions (
  id text primary key,
  user_id text not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index sessions_by_user on sessions (user_id);

create table credentials (
  id text primary key,
  user_id text not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index credentials_by_user on credentials (user_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Tries against an address or an account, in windows. In the database, so that a restart forgives nothing.
create table tries (
  key text primary key,
  window_started timestamptz not null,
  count integer not null
);

-- From quote to plate. A quote's id becomes the order's: that is what makes a second press the same order.

create table quotes (
  id text primary key check (length(id) = 9),
  customer_id text not null references users,
  -- Hash of what was asked for: the same cart of the same customer gets the same live quote.
  request_key text not null,
  offer jsonb not null,
  -- Neither ordered nor known to be expired.
  open boolean not null default true,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create unique index quotes_open on quotes (customer_id, request_key) where open;

create table orders (
  id text primary key references quotes,
  customer_id text not null references users,
  status text not null default 'pending' check (status in ('pending', 'preparing', 'ready', 'completed', 'cancelled')),
  payment text not null default 'claimed'
    check (payment in ('claimed', 'found', 'short', 'over', 'not-found', 'refunded')),
  received integer not null default 0 check (received >= 0),
  customer_name text not null,
  customer_phone text not null,
  contact_phone text not null,
  use_different_phone boolean not null,
  delivery_method text not null check (delivery_method in ('delivery', 'pick-up')),
  delivery_address text check ((delivery_method = 'delivery') = (delivery_address is not null)),
  delivery_location text,
  different_payer boolean not null,
  payer_name text not null,
  payment_reference text not null,
  -- The priced lines as they were quoted: a record, never joined to today's menu.
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) > 0),
  subtotal integer not null check (subtotal >= 0),
  delivery_fee integer not null check (delivery_fee >= 0),
  total integer not null check (total = subtotal + delivery_fee),
  rider jsonb,
  cancel_reason text check ((status = 'cancelled') = (cancel_reason is not null)),
  ready_by timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index orders_by_customer on orders (customer_id, created_at desc);
create index orders_underway on orders (created_at) where status in ('pending', 'preparing', 'ready');

-- What the restaurant's own bank record says. A bank's session id pays for one order, ever.
create table payments (
  id bigint generated always as identity primary key,
  order_id text not null references orders,
  account_id text not null,
  amount integer not null check (amount > 0),
  sender text not null,
  session_id text not null unique,
  recorded_by text not null references users,
  recorded_at timestamptz not null default now()
);

create index payments_by_order on payments (order_id);

-- Who did what, kept apart from what it did.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id text,
  actor_role text,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}'
);

create index audit_by_subject on audit (subject, at);

-- Live. Every change writes its row here in its own transaction; readers tell by a row's xid which of their snapshots
-- sees it, so that no late commit slips by: see server/live/.
create table events (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  topics text[] not null,
  type text not null,
  subject text not null,
  version integer not null,
  data jsonb not null,
  at timestamptz not null default now()
);

create index events_by_transaction on events (xid, id);
create index events_by_age on events (at);

create function wake_readers() returns trigger language plpgsql as $$
begin
  -- Carries nothing, so that equal wake-ups of one transaction fold into one.
  perform pg_notify('events', '');
  return null;
end
$$;

create trigger events_wake_readers after insert on events for each statement execute function wake_readers();
