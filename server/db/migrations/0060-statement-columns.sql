-- The columns of an account's statements that somebody has pointed at, where the bank's headings say too little.
create table statement_mappings (
  account_id text primary key,
  -- The heading of the files that are read so.
  head text[] not null,
  -- By field, the column counted from 0.
  columns jsonb not null,
  set_by text not null references users,
  set_at timestamptz not null default now()
);
create index statement_mappings_by_staff on statement_mappings (set_by);

-- Orders cost whole naira, and banks move kobo: what a movement has above or below its whole naira.
alter table movements add column kobo smallint not null default 0 check (kobo between -99 and 99);
