-- The way from the kitchen to the door, from which a customer's page tells when a delivery arrives.
alter table orders add driving_minutes integer;
