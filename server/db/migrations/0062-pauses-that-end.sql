-- A pause and a rush end at an hour, or, where there is none, at the next opening. `ended` is what staff are asked after an end
-- by itself while orders are late.
alter table kitchen_load
  add column paused_since timestamptz,
  add column paused_until timestamptz,
  add column rush_since timestamptz,
  add column rush_until timestamptz,
  add column ended jsonb;
update kitchen_load set paused_since = case when paused is not null then now() end,
                        rush_since = case when rush_minutes > 0 then now() end;

-- A server of the last release sets neither a beginning nor an end: what it begins lasts until the next opening.
create function date_pause_and_rush() returns trigger language plpgsql as $$
begin
  if new.paused is distinct from old.paused and new.paused_since is not distinct from old.paused_since then
    new.paused_since := case when new.paused is not null then now() end;
    new.paused_until := null;
  end if;
  if new.rush_minutes <> old.rush_minutes and new.rush_since is not distinct from old.rush_since then
    new.rush_since := case when new.rush_minutes > 0 then now() end;
    new.rush_until := null;
  end if;
  return new;
end $$;
create trigger kitchen_load_dated before update on kitchen_load for each row execute function date_pause_and_rush();
