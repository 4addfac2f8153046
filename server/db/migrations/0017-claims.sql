-- A hold belongs to a quote, and then to the order that the quote became, until that order is paid. A row of 0 portions is
-- kept for a while: it says since when the account has held the dish without paying.
alter table stock_holds
  drop constraint held_portions_pkey,
  add primary key (quote_id, item_id),
  drop constraint held_portions_portions_check,
  add check (portions >= 0),
  add column held_since timestamptz not null default now(),
  -- When 'I've Made the Transfer' was pressed; null for a quote.
  add column claimed_at timestamptz;

update stock_holds set held_since = quotes.created_at from quotes where quotes.id = quote_id;

-- One quote of a customer holds a dish: the newest.
create unique index stock_holds_of_customer on stock_holds (customer_id, item_id) where claimed_at is null;
create index stock_holds_by_customer on stock_holds (customer_id);

-- Portions by dish that were deducted from the stock counts for an order: so many return when it is cancelled uncooked.
alter table orders add column portions_sold jsonb not null default '{}';

-- The network address that asked for a quote, as a keyed hash; null for the restaurant's own machine.
alter table quotes add column address_key text;
create index quotes_by_address on quotes (address_key, expires_at) where open and address_key is not null;

-- Placed while its account or address had other unpaid orders: it neither rings nor moves the promise until it is paid.
alter table orders add column crowded boolean not null default false;
create index orders_unpaid on orders (customer_id)
  where status = 'pending' and received = 0 and entered_by is null and payment not in ('found', 'over', 'refunded');

-- Above this sum, in naira, a second person confirms a payment; null: nobody has to.
alter table kitchen_load add column second_person_above integer check (second_person_above >= 0);

-- What the first of two people has read in the bank's record. The row goes when the second confirms the same.
create table first_confirmations (
  session_id text primary key,
  order_id text not null references orders,
  account_id text,
  amount integer not null check (amount > 0),
  confirmed_by text not null references users,
  confirmed_at timestamptz not null default now()
);
