-- What an order to a place has to cost at least, and from when on its delivery is free.
alter table locations
  add column minimum integer check (minimum > 0),
  add column free_above integer check (free_above > 0);
