-- Cash that a rider collects at the door and hands in.

-- Naira: up to which sum of an order cashiers may have cash collected; null where it is not taken at the door.
alter table kitchen_load add column cash_at_door_up_to integer check (cash_at_door_up_to > 0);

-- Whether a rider collects what is due of the order.
alter table orders add column cash_at_door boolean not null default false;

-- What came to the till and left it for something else than an order, the latest first. What a rider handed in is there as well.
create index movements_of_till on movements (id) where kind in ('cash-in', 'cash-out', 'handed-in');
drop index movements_by_hand;
