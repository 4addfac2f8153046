-- The orders of today and of yesterday, for the owner's overview.
create index orders_by_creation on orders (created_at);
