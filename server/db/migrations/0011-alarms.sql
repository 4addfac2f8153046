-- Alarms: whether somebody has taken an order that came in, and whether the owner had to be called.

alter table orders
  -- When somebody at the desk saw it or did something about it. A transfer that is claimed anew waits to be taken anew.
  add column taken_at timestamptz,
  add column escalated_at timestamptz,
  -- Whether the owner's devices have it: 'nobody' asked to be told.
  add column escalation text check (escalation in ('sending', 'sent', 'failed', 'nobody')),
  add constraint orders_escalated check ((escalated_at is null) = (escalation is null));

update orders set taken_at = updated_at where status <> 'pending' or payment <> 'claimed';

create index orders_untaken on orders (claimed_at) where status = 'pending' and taken_at is null;

alter table floor
  -- Minutes after which the owner is called about an order that nobody has taken; null for never.
  add column escalate_after integer default 5 check (escalate_after between 1 and 120),
  -- Where the desk writes to then; without it, the restaurant's own chat.
  add column owner_phone text check (owner_phone ~ '^\+234[789][0-9]{9}$');

-- What has just left the board is still on it for a while.
create index orders_lately_done on orders (updated_at) where status = 'completed';
