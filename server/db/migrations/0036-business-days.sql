-- A business day ends when the owner signs it. The next one begins at that instant.
create table business_days (
  id bigint generated always as identity primary key,
  from_at timestamptz not null unique,
  to_at timestamptz not null,
  signed_by text not null references users,
  signed_at timestamptz not null default now(),
  check (to_at > from_at)
);
create index business_days_by_staff on business_days (signed_by);

-- The instant from which a restaurant has business days. The milliseconds are those that servers and browsers pass on.
create table books (
  only_row boolean primary key default true check (only_row),
  begun_at timestamptz not null default date_trunc('milliseconds', now())
);
insert into books default values;

-- What should have been at a place when the day ended, and what somebody counted.
create table day_counts (
  day_id bigint not null references business_days,
  place text not null,
  -- Naira, below zero where more left than came. The charges of banks have kobo.
  expected numeric(14, 2) not null,
  -- Null where nobody counted: what is expected there goes on to the next day.
  counted numeric(14, 2),
  reason text not null default '',
  counted_by text references users,
  primary key (day_id, place),
  check (counted is null or counted = expected or reason <> '')
);
create index day_counts_by_staff on day_counts (counted_by);

-- What was wrong between a bank's statement and what was recorded.
create table day_differences (
  id bigint generated always as identity primary key,
  day_id bigint not null references business_days,
  kind text not null,
  -- Naira, by place: what the bank had above what was recorded.
  effects jsonb not null,
  order_ids text[] not null,
  lines integer not null,
  -- The bank's id of what was recorded and was not in the statement.
  reference text,
  reason text not null default ''
);
create index day_differences_by_day on day_differences (day_id);
create index day_differences_by_reference on day_differences (reference) where reference is not null;

-- A bank's statement. Its lines belong to the open day until that is signed.
create table statement_lines (
  id bigint generated always as identity primary key,
  day_id bigint references business_days,
  place text not null,
  -- In the file, as a spreadsheet counts.
  line integer not null,
  day date,
  narration text not null,
  amount numeric(14, 2) not null,
  sender text not null,
  session_id text not null,
  -- The bank's id, or what stands for it where the bank shows none.
  key text not null,
  -- Set when the day is signed: whether there was a movement of money for it.
  recorded boolean,
  check ((day_id is null) = (recorded is null))
);
create index statement_lines_by_key on statement_lines (key) where day_id is not null;
create index statement_lines_of_open_day on statement_lines (place, line) where day_id is null;
create index statement_lines_by_day on statement_lines (day_id);
-- Those that still say who paid.
create index statement_lines_named on statement_lines (day_id) where day_id is not null and key <> '';

-- What was counted so far in the open day.
create table open_counts (
  place text primary key,
  counted integer not null check (counted >= 0),
  counted_by text not null references users,
  counted_at timestamptz not null default now()
);
create index open_counts_by_staff on open_counts (counted_by);

-- A signed day stays as it is; a mistake in it is corrected by a movement of the open day.
create function refuse_changed_days() returns trigger language plpgsql as $$
begin
  raise exception 'A signed day is not changed: a mistake in it is corrected by a movement of the open day.' using errcode = 'restrict_violation';
end
$$;
create trigger business_days_are_signed before update or delete on business_days for each row execute function refuse_changed_days();
create trigger day_counts_are_signed before update or delete on day_counts for each row execute function refuse_changed_days();
create trigger day_differences_are_signed before update or delete on day_differences for each row execute function refuse_changed_days();

-- Names are not kept for ever: what a customer wrote can be blanked, and the key, which has it where the bank shows no id.
create function refuse_changed_lines() returns trigger language plpgsql as $$
begin
  if old.day_id is null then return coalesce(new, old); end if;
  if tg_op = 'UPDATE' then
    if new.narration = '' then old.narration := ''; end if;
    if new.sender = '' then old.sender := ''; end if;
    if new.key = '' then old.key := ''; end if;
    if new is not distinct from old then return new; end if;
  end if;
  raise exception 'The statement of a signed day is not changed.' using errcode = 'restrict_violation';
end
$$;
create trigger statement_lines_are_signed before update or delete on statement_lines for each row execute function refuse_changed_lines();
