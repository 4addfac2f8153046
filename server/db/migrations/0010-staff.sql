-- Who works here. Somebody who leaves is switched off and not deleted: the record goes on naming them.
alter table users
  add column switched_off_at timestamptz check (switched_off_at is null or role <> 'customer');

-- So that the owner can tell a tablet in use from one that was lost.
alter table sessions
  add column seen_at timestamptz not null default now();

-- One-time codes, as they are looked for.
create index verifications_by_identifier on verifications (identifier);

-- The record by person, and by what people write of an order.
create index audit_by_actor on audit (actor_id, id);
create index audit_by_order on audit (right(subject, 6), id) where subject like 'order:%';
