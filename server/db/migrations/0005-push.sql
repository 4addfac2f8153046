-- Where a browser can be reached. It goes with the session in which it was given, also by signing out.
create table push_subscriptions (
  endpoint text primary key,
  user_id text not null references users on delete cascade,
  session_id text not null references sessions on delete cascade,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);

create index push_subscriptions_by_user on push_subscriptions (user_id);
create index push_subscriptions_by_session on push_subscriptions (session_id);

-- What is to be said to whom. Each once, whichever process hears of it first; done ones stay for a day so that a slower
-- process does not begin anew.
create table push_messages (
  endpoint text not null references push_subscriptions on delete cascade on update cascade,
  order_id text not null,
  happening text not null,
  -- Of the order: what is older is not said after what is newer.
  version integer not null,
  message jsonb not null,
  attempts integer not null default 0,
  -- Not before this. Whoever takes a message moves it on: should they die, another one takes it then.
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  done boolean not null default false,
  primary key (endpoint, order_id, happening)
);

create index push_messages_due on push_messages (due_at) where not done;
