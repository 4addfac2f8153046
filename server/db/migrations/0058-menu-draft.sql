-- The restaurant's one draft of the menu, until it is published or given up. `revision` counts how often it was saved.
create table menu_draft (
  only_row boolean primary key default true check (only_row),
  based_on integer not null,
  revision integer not null,
  categories json not null,
  saved_by text not null references users (id) on delete cascade,
  saved_at timestamptz not null default now()
);
create index on menu_draft (saved_by);
insert into menu_draft (based_on, revision, categories, saved_by, saved_at)
  select based_on, revision, categories, user_id, saved_at from menu_drafts order by saved_at desc limit 1;
drop table menu_drafts;
