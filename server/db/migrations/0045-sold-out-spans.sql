-- Whoever puts a dish back may have begun before whoever took it off: a span that ended before it began was refused, and with
-- it the cancellation or payment that gave the last portion back.
create or replace function note_sold_out() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and not new.available and not new.removed then
    insert into sold_out_spans (item_id) values (new.id) on conflict do nothing;
  else
    update sold_out_spans set ended_at = greatest(now(), began_at) where item_id = old.id and ended_at is null;
  end if;
  return null;
end $$;
