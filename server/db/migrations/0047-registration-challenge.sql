-- What a new passkey has to sign. `passkey_challenge` is for a passkey that the account has already.
alter table sessions add column registration_challenge text;
