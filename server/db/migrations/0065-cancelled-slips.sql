-- A slip tells the kitchen that an order was cancelled whose ticket it has on paper.
alter table print_jobs drop constraint print_jobs_kind_check,
  add constraint print_jobs_kind_check check (kind in ('kitchen', 'packing', 'cancelled', 'test'));
