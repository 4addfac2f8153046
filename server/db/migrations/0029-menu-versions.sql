-- Every menu that was published, whole, in the order of publishing. json and not jsonb: undone, a menu is the same to the byte.
create table menu_versions (
  version integer primary key check (version > 0),
  categories json not null,
  -- Null for the menu that was there before anybody changed it.
  published_by text references users,
  published_at timestamptz not null default now(),
  note text not null
);
create index menu_versions_by_staff on menu_versions (published_by);

-- A dish that is taken off the menu stays a row: orders, quotes and holds of portions name it.
alter table items add column removed boolean not null default false;
