-- An order that waits or is on the fire. An unpaid one of a crowd is no work of the kitchen yet.
create function is_kitchen_work(one orders) returns boolean language sql immutable as $$
  select one.status in ('pending', 'preparing')
     and not (one.crowded and one.status = 'pending' and one.received = 0 and one.entered_by is null
              and one.payment not in ('found', 'over', 'refunded'))
$$;

-- How many orders the kitchen has before it: the sum of the parts. The promise of every order reads it.
create table kitchen_counts (
  part smallint primary key,
  open integer not null default 0
);
insert into kitchen_counts (part) select * from generate_series(0, 15);

create function count_kitchen_work() returns trigger language plpgsql as $$
begin
  update kitchen_counts set open = open + case when is_kitchen_work(new) then 1 else -1 end
   where part = pg_backend_pid() % 16;
  return null;
end $$;

-- At the commit, and in a part by connection: no order waits for another one's transaction.
create constraint trigger orders_count_new after insert on orders deferrable initially deferred
  for each row when (is_kitchen_work(new)) execute function count_kitchen_work();
create constraint trigger orders_count_changed after update on orders deferrable initially deferred
  for each row when (is_kitchen_work(old) is distinct from is_kitchen_work(new)) execute function count_kitchen_work();
create constraint trigger orders_count_deleted after delete on orders deferrable initially deferred
  for each row when (is_kitchen_work(old)) execute function count_kitchen_work();

-- The triggers have the table locked.
update kitchen_counts set open = (select count(*) from orders where is_kitchen_work(orders)) where part = 0;
