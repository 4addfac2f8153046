-- The farm: a page of its own, loaded from restaurant/farm.json like the rest of the restaurant.
create table farm (
  only_row boolean primary key default true check (only_row),
  document jsonb not null
);
