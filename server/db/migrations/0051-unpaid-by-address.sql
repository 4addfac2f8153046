-- The address key of an order's quote, so that the unpaid orders of one address are found without those of all others. It
-- follows the quote's, also where a server of the last release places the order, and goes with it once the quote names nobody.
create function pass_address_key() returns trigger language plpgsql as $$
begin
  update orders set address_key = new.address_key where id = new.id;
  return null;
end $$;
create trigger quotes_pass_address_key after update on quotes for each row
  when (old.address_key is distinct from new.address_key) execute function pass_address_key();

alter table orders add column address_key text;

create function take_address_key() returns trigger language plpgsql as $$
begin
  new.address_key := (select address_key from quotes where id = new.id);
  return new;
end $$;
create trigger orders_take_address_key before insert on orders for each row execute function take_address_key();

create index orders_unpaid_by_address on orders (address_key)
  where status = 'pending' and received = 0 and entered_by is null and payment not in ('found', 'over', 'refunded')
    and address_key is not null;

update orders set address_key = quotes.address_key
  from quotes
 where quotes.id = orders.id and quotes.address_key is not null
   and status = 'pending' and received = 0 and orders.entered_by is null and payment not in ('found', 'over', 'refunded');

-- What is on hold of a dish now: holds that were released or have expired stay for a while.
create index stock_holds_current on stock_holds (item_id, (coalesce(claimed_at, held_since))) where portions > 0;
