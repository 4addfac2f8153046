-- Whether the customer lets the restaurant show the rating, and since when the owner does.
alter table ratings
  add column may_show boolean not null default false,
  add column shown_at timestamptz check (shown_at is null or may_show);
create index ratings_to_show on ratings (created_at) where may_show;
create index ratings_shown on ratings (created_at) where shown_at is not null;
