-- What the home page tells: a row like the farm's, loaded from restaurant/home.json.
create table home (
  only_row boolean primary key default true check (only_row),
  document jsonb not null
);
