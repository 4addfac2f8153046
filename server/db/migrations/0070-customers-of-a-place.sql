-- When the owner deletes a delivery place, its customers are found without reading all customers.
create index users_by_place on users (location_id) where location_id is not null;
