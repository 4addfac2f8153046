-- Null: the session has ended, and the device gets one more message, which says so, and none after it.
alter table push_subscriptions alter column session_id drop not null;
create index push_subscriptions_told on push_subscriptions (endpoint) where session_id is null;
