-- The work that quotes and orders have booked, by the quarter of an hour in which it is to be ready. A booking without an
-- expiry belongs to an order.
create table quarter_bookings (
  quote_id text not null references quotes on delete cascade,
  quarter timestamptz not null,
  work integer not null check (work > 0),
  counter boolean not null,
  expires_at timestamptz,
  primary key (quote_id, quarter)
);
create index quarter_bookings_by_quarter on quarter_bookings (quarter);
create index quarter_bookings_expired on quarter_bookings (expires_at) where expires_at is not null;

-- Quarters for which the desk takes no more orders.
create table closed_quarters (
  quarter timestamptz primary key,
  closed_by text not null references users,
  closed_at timestamptz not null default now()
);
create index closed_quarters_by_person on closed_quarters (closed_by);

-- The promise of a quote: its slot with the times that follow, or only the promised time.
alter table quotes
  add column slot timestamptz,
  add column due timestamptz,
  add column ready_by timestamptz,
  add column start_at timestamptz,
  add column stock_day date;
