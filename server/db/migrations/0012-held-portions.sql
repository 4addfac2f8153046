-- Portions that an offer keeps for its customer until it is placed or has run out. Offers that were open when this came keep
-- nothing: placed, they take what is free, as they did before.

create table held_portions (
  customer_id text not null references users,
  -- Counted or not: the kitchen may begin to count a dish while somebody is paying for it.
  item_id text not null references items,
  quote_id text not null references quotes,
  portions integer not null check (portions > 0),
  -- One offer of a customer holds a dish: the newest.
  primary key (customer_id, item_id)
);

create index held_portions_of on held_portions (item_id);
