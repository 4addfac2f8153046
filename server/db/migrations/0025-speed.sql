-- What a request reads does not grow with the number of orders and customers.

-- The entries about one account, the latest first.
drop index audit_by_subject;
create index audit_by_subject on audit (subject, id);

-- The staff among all customers.
create index users_staff on users (lower(username)) where role <> 'customer';

-- An account that ends is looked for in every table that names one.
create index quotes_by_customer on quotes (customer_id);
create index quotes_by_staff on quotes (entered_by) where entered_by is not null;
create index orders_by_staff on orders (entered_by) where entered_by is not null;
create index payments_by_staff on payments (recorded_by);
create index refunds_by_staff on refunds (paid_by);
create index tickets_by_staff on tickets (printed_by);
create index first_confirmations_by_order on first_confirmations (order_id);
create index first_confirmations_by_staff on first_confirmations (confirmed_by);

-- Messages that a newer one of the same order replaces.
create index push_messages_by_order on push_messages (order_id);
