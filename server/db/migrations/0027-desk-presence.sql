-- Who has the desk on a screen that is on and has a network, and when the screen last said so.
create table desk_presence (
  user_id text primary key references users (id) on delete cascade,
  seen_at timestamptz not null default now()
);
