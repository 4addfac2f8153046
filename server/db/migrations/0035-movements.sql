-- Every sum of money that came or went, with the place that it came to or left. Rows are added, and never changed or deleted.

-- Payments under way are committed before this goes on, and none begins after it.
lock table payments, refunds in access exclusive mode;

create table movements (
  id bigint generated always as identity primary key,
  -- When it is recorded and not when its transaction began: a day that is signed between the two does not have it.
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('received', 'refund', 'handed-in', 'cash-in', 'cash-out', 'fee', 'correction')),
  -- 'terminal' has what cards paid; 'rider:' is followed by an id of users, 'account:' by that of a bank account or a provider.
  place text not null check (place in ('till', 'terminal') or place like 'rider:_%' or place like 'account:%'),
  order_id text references orders,
  -- Whole naira. What comes to the place is positive, and what leaves it negative.
  amount integer not null check (amount <> 0),
  method text check (method in ('transfer', 'cash', 'card')),
  -- The bank's number of a transfer or of a refund, or that of a terminal's slip.
  reference text,
  sender text,
  -- Who recorded it: a person, or a payment provider.
  recorded_by text references users,
  provider text,
  note text,
  constraint movements_recorded check (num_nonnulls(recorded_by, provider) = 1),
  constraint movements_sign check (
    case when kind in ('received', 'cash-in') then amount > 0 when kind in ('refund', 'cash-out', 'fee') then amount < 0 else true end),
  constraint movements_of_order check (kind not in ('received', 'refund') or (order_id is not null and method is not null)),
  constraint movements_received check (kind <> 'received' or reference is not null)
);

insert into movements (at, kind, place, order_id, amount, method, reference, sender, recorded_by, provider)
select at, kind, place, order_id, amount, method, reference, sender, recorded_by, provider
  from (
    select recorded_at as at, 'received' as kind, order_id, amount, method, session_id as reference, sender, recorded_by, provider, id,
           case method when 'cash' then 'till' when 'card' then 'terminal' else 'account:' || account_id end as place
      from payments
    union all
    select paid_at, 'refund', order_id, -amount, case when reference is null then 'cash' else 'transfer' end, reference, null, paid_by, null, id,
           -- A bank's refund was sent from the account that the order's last transfer came to.
           case when reference is null then 'till' else 'account:' || coalesce(
             (select account_id from payments where payments.order_id = refunds.order_id and method = 'transfer' order by id desc limit 1), '') end
      from refunds
  ) before
 order by at, kind, id;

-- A transfer counts once, for all time, and so does a refund. A number of the one may be that of the other.
create unique index movements_reference on movements (kind, reference);
-- What a place had, and has to have.
create index movements_by_place on movements (place, at);
-- What was put into the till and taken out of it by hand, the latest first.
create index movements_by_hand on movements (id) where kind in ('cash-in', 'cash-out');
create index movements_by_order on movements (order_id) where order_id is not null;
create index movements_by_staff on movements (recorded_by) where recorded_by is not null;

do $$
declare
  wrong text;
begin
  if (select (count(*), coalesce(sum(amount), 0)) from payments)
     is distinct from (select (count(*), coalesce(sum(amount), 0)) from movements where kind = 'received')
  or (select (count(*), coalesce(sum(amount), 0)) from refunds)
     is distinct from (select (count(*), coalesce(-sum(amount), 0)) from movements where kind = 'refund') then
    raise exception 'The movements of money are not the payments and refunds.';
  end if;
  select string_agg(right(id, 6), ', ') into wrong from (
    select id
      from orders
      left join (
        select order_id, sum(amount) filter (where kind = 'received') as came, -sum(amount) filter (where kind = 'refund') as went
          from movements group by order_id) moved on order_id = id
     where received <> coalesce(came, 0) or refunded <> coalesce(went, 0)
     order by created_at limit 20) each;
  if wrong is not null then
    raise exception 'These orders say other sums than were recorded for them: %', wrong;
  end if;
end
$$;

create function refuse_changed_movements() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    -- Names are not kept for ever: these two can be blanked.
    if new.sender is null then old.sender := null; end if;
    if new.note is null then old.note := null; end if;
    if new is not distinct from old then return new; end if;
  elsif tg_op = 'TRUNCATE' then
    -- A restore empties all tables, of a database that has nothing yet.
    if not exists (select from movements) then return null; end if;
  end if;
  raise exception 'Movements of money are only added: a wrong one is corrected by another.' using errcode = 'restrict_violation';
end
$$;

create trigger movements_are_added before update or delete on movements for each row execute function refuse_changed_movements();
create trigger movements_are_kept before truncate on movements for each statement execute function refuse_changed_movements();

drop table payments, refunds;
