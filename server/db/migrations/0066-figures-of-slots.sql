-- The sweeps count the days with orders for later again, now with what became of their slots.
insert into changed_days select distinct (created_at at time zone 'Africa/Lagos')::date from orders where slot is not null;
