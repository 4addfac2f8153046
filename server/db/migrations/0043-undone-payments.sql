-- A payment that was confirmed by mistake is taken back by a movement of the kind 'undone', which has its order, place and
-- reference. That frees the bank's number: see `storedAs` in server/books/movements.ts.
alter table movements
  drop constraint movements_kind_check,
  drop constraint movements_sign,
  drop constraint movements_of_order,
  drop constraint movements_received,
  add constraint movements_kind_check
    check (kind in ('received', 'undone', 'refund', 'handed-in', 'cash-in', 'cash-out', 'fee', 'correction')),
  add constraint movements_sign check (
    case when kind in ('received', 'cash-in') then amount > 0 when kind in ('undone', 'refund', 'cash-out', 'fee') then amount < 0 else true end),
  add constraint movements_of_order check (kind not in ('received', 'undone', 'refund') or (order_id is not null and method is not null)),
  add constraint movements_received check (kind not in ('received', 'undone') or reference is not null);

-- How often a number was freed.
create index movements_undone on movements (split_part(reference, '#', 1)) where kind = 'undone';
