-- What polls for tickets. `code` is the SHA-256 of the secret in the printer's address.
create table printers (
  id text primary key,
  name text not null,
  make text not null check (make in ('star', 'epson')),
  code text not null unique check (length(code) = 64),
  kinds text[] not null check (kinds <@ '{kitchen,packing}' and cardinality(kinds) > 0),
  -- The categories whose dishes are on its kitchen tickets; null: all.
  category_ids text[] check (cardinality(category_ids) > 0),
  copies smallint not null check (copies between 1 and 3),
  cuts boolean not null,
  buzzes boolean not null,
  -- Millimetres.
  paper_width smallint not null check (paper_width in (58, 80)),
  state text not null default 'ready' check (state in ('ready', 'paper-out', 'cover-open', 'faulty')),
  -- When it last polled, to within some seconds; null before its first poll.
  polled_at timestamptz,
  silent boolean not null default false,
  added_at timestamptz not null default now()
);

-- One print of a ticket, or of a test page, whose order is null.
create table print_jobs (
  -- The token that the printer confirms: at most 30 letters and figures, as Epson demands.
  id text primary key default left(replace(gen_random_uuid()::text, '-', ''), 30),
  printer_id text not null references printers on delete cascade,
  order_id text references orders on delete cascade,
  kind text not null check (kind in ('kitchen', 'packing', 'test')),
  number integer not null check (number > 0),
  copy smallint not null check (copy > 0),
  -- Whether a packing ticket has sums, phone and address.
  for_till boolean not null,
  requested_by text references users on delete set null,
  created_at timestamptz not null default now(),
  -- When the printer received it, until the printer reports a fault; and how often it received it and reported nothing.
  claimed_at timestamptz,
  unconfirmed smallint not null default 0,
  -- After a fault, until then it is not sent again.
  retry_at timestamptz,
  printed_at timestamptz,
  failed_at timestamptz,
  failure text,
  unique (order_id, kind, number, printer_id, copy),
  check ((order_id is null) = (kind = 'test')),
  check ((failed_at is null) = (failure is null))
);
create index print_jobs_open on print_jobs (printer_id, created_at) where printed_at is null;
create index print_jobs_by_age on print_jobs (created_at);
create index print_jobs_by_person on print_jobs (requested_by);
create index print_jobs_by_printer on print_jobs (printer_id);

-- Whether a category's dishes are on the kitchen tickets of a printer. A category that no printer names is on all.
create function printer_takes(one printers, category text) returns boolean language sql stable
begin atomic
  select one.category_ids is null or category = any(one.category_ids)
      or not exists (select from printers other
                      where 'kitchen' = any(other.kinds)
                        and (other.category_ids is null or category = any(other.category_ids)));
end;

-- Null: printed by itself when the order reached the kitchen or became ready.
alter table tickets alter column printed_by drop not null;
