-- A guest is an account without a password that ends by itself. The phone is no identifier: it may be that of an account too.
alter table users add column guest_phone text check (guest_phone ~ '^\+234[789][0-9]{9}$');
alter table users add column guest_until timestamptz;
alter table users add constraint users_guest
  check ((guest_until is null) = (guest_phone is null) and (guest_until is null or (role = 'customer' and phone is null)));
create index users_guests on users (guest_until) where guest_until is not null;

-- When the money of an order was found, and when the kitchen began: the customer reads both. Unknown of earlier orders.
alter table orders add column found_at timestamptz;
alter table orders add column started_at timestamptz;
