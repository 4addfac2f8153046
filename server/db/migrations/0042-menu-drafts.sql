-- What an owner is changing of the menu, until it is published or given up. `page` is the page that saved it last.
create table menu_drafts (
  user_id text primary key references users (id) on delete cascade,
  based_on integer not null,
  revision integer not null,
  page text not null,
  categories json not null,
  saved_at timestamptz not null default now()
);
