-- Since when the account needs a second step after the password.
alter table users add column second_factor_since timestamptz;

-- A session of such an account opens nothing before its second step.
alter table sessions add column second_step_at timestamptz;
-- What a passkey has to sign next in this session.
alter table sessions add column passkey_challenge text;

-- The key of an authenticator app, encrypted with the secret of DATA_DIR. `pending` counts once a code has confirmed it.
create table totp_keys (
  user_id text primary key references users (id) on delete cascade,
  key text,
  pending text,
  -- The 30 seconds since 1970 of the last code that was accepted: none of it or before is accepted again.
  last_step bigint not null default 0
);

create table passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now()
);
create index passkeys_by_user on passkeys (user_id);

-- Each is good once. The table has hashes, as of passwords.
create table recovery_codes (
  id bigint generated always as identity primary key,
  user_id text not null references users (id) on delete cascade,
  hash text not null
);
create index recovery_codes_by_user on recovery_codes (user_id);
