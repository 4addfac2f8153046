-- One queue for the messages of every channel. An outbound row is written in the transaction of its cause; the unique key
-- lets each event reach a recipient once by a channel.
create table messages (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('push', 'whatsapp', 'sms')),
  -- Of a device. A browser that changes hands loses its waiting messages with its subscription.
  endpoint text references push_subscriptions on delete cascade on update cascade,
  -- E.164
  phone text,
  -- An order's id, or what else the message is about.
  about text not null,
  event text not null,
  -- Of the order: an older message is not sent after a newer one.
  version integer not null,
  message jsonb not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'sent', 'delivered', 'read', 'failed', 'dropped')),
  failure text,
  -- The provider's id, which its delivery receipts name.
  provider_id text,
  -- Kobo.
  cost integer not null default 0,
  -- Attempts that began, and those that ended: they differ while one is under way, and after its process died.
  attempts integer not null default 0,
  answered integer not null default 0,
  -- The next attempt. A process that takes a message moves it on; should it die, another one takes the message then.
  due_at timestamptz not null default now(),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- When the desk has noted a failure.
  seen_at timestamptz,
  check ((channel = 'push') = (endpoint is not null) and num_nonnulls(endpoint, phone) = 1),
  unique nulls not distinct (about, event, channel, endpoint, phone)
);

create index messages_due on messages (due_at) where state = 'waiting';
create index messages_by_endpoint on messages (endpoint) where endpoint is not null;
create index messages_by_age on messages (created_at);
create index messages_to_phones on messages (channel, created_at) where phone is not null;
create index messages_waiting_for_phones on messages (phone) where state = 'waiting' and phone is not null;
create index messages_by_provider on messages (channel, provider_id) where provider_id is not null;
create index messages_unseen on messages (created_at) where state = 'failed' and seen_at is null and phone is not null;

-- Servers of the last release write to the former queue: their messages move to the new one, which sends them.
create function queue_push_message() returns trigger language plpgsql as $$
begin
  insert into messages (channel, endpoint, about, event, version, message, expires_at)
  values ('push', new.endpoint, new.order_id, new.event, new.version, new.message,
          now() + make_interval(secs => (new.message -> 'options' ->> 'ttl')::int))
  on conflict do nothing;
  return null;
end $$;

create trigger push_messages_move before insert on push_messages
  for each row execute function queue_push_message();

insert into messages (channel, endpoint, about, event, version, message, attempts, answered, due_at, created_at, expires_at)
select 'push', endpoint, order_id, event, version, message, attempts, attempts, due_at, created_at,
       created_at + make_interval(secs => (message -> 'options' ->> 'ttl')::int)
  from push_messages where not done;
update push_messages set done = true where not done;

-- The channels that an owner sets up. Secrets are sealed, like the keys of second factors.
create table message_channels (
  channel text primary key check (channel in ('whatsapp', 'sms')),
  is_on boolean not null default false,
  settings jsonb not null default '{}',
  secrets text
);
insert into message_channels (channel, settings)
values ('whatsapp', jsonb_build_object('verifyToken', replace(gen_random_uuid()::text, '-', ''))), ('sms', '{}');

-- A phone that has written to the restaurant. Messages may go there for 24 hours after its last one, until it says stop.
create table conversations (
  phone text primary key,
  heard_at timestamptz not null,
  stopped_at timestamptz
);
create index conversations_by_age on conversations (heard_at);

-- The conversation in which an order's messages are sent.
create table order_conversations (
  order_id text primary key references orders,
  phone text not null references conversations on delete cascade,
  -- True if the order's private code opened it: only such a conversation gets a guest's private link.
  by_code boolean not null,
  linked_at timestamptz not null default now()
);
create index order_conversations_by_phone on order_conversations (phone, linked_at);

create table customer_replies (
  -- WhatsApp's id: a repeated webhook adds none.
  id text primary key,
  order_id text not null references orders,
  phone text not null,
  text text not null,
  at timestamptz not null,
  seen_at timestamptz
);
create index customer_replies_by_order on customer_replies (order_id, at);
create index customer_replies_by_age on customer_replies (at);
create index customer_replies_unseen on customer_replies (at) where seen_at is null;
