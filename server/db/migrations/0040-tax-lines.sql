-- The tax and levy lines of a bill, with names and rates as they were when it was quoted.
alter table orders add column tax_lines jsonb not null default '[]' check (jsonb_typeof(tax_lines) = 'array');

-- What the lines add to the total: those that come on top of the prices. A check calls it, so its body is bound here.
create function tax_on_top(tax_lines jsonb) returns bigint language sql immutable strict parallel safe
begin atomic
  select coalesce(sum((line ->> 'amount')::bigint), 0)
    from jsonb_array_elements(tax_lines) line where not (line ->> 'included')::boolean;
end;

alter table orders drop constraint orders_check1;
alter table orders add constraint orders_total check (
  total = subtotal + delivery_fee + case tax_lines when '[]' then 0 else tax_on_top(tax_lines) end
);
