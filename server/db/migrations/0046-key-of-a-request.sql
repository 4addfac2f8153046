-- What a key was first sent with, as a hash: the same key with something else is another request. Null in rows of the last release.
alter table request_keys add column request text;
