-- A transfer that a payment provider sent back, and one that came after the order's time.
alter table orders drop constraint orders_payment_check;
alter table orders add constraint orders_payment_check
  check (payment in ('claimed', 'found', 'short', 'over', 'not-found', 'rejected', 'late', 'refunded'));

-- The last transfer that a provider sent back: its amount, the reason, and when.
alter table quotes add column rejection jsonb;
alter table orders add column rejection jsonb;
