-- Kitchen and riders know of an order until a day after it is over.
alter table orders add column finished_at timestamptz;
update orders set finished_at = updated_at where status in ('completed', 'cancelled');

-- Events of orders are kept for each reader apart from now on. Those before told the whole desk everything.
with gone as (delete from events where type like 'order.%' or type like 'payment.%' returning xid)
update events_horizon set xid = greatest(xid, (select xid from gone order by xid desc limit 1));

-- A customer adds an order from the counter to an account with a code that only they were told.
alter table orders add column link_code text;
create unique index orders_link_code on orders (link_code) where link_code is not null;

-- The key of every write that may arrive twice. Until now the audit log had them, and only of those that changed something.
create table request_keys (
  subject text not null,
  key text not null,
  at timestamptz not null default now(),
  primary key (subject, key)
);
insert into request_keys (subject, key, at)
select subject, detail ->> 'key', min(at) from audit where detail ? 'key' group by 1, 2;
create index request_keys_by_age on request_keys (at);

-- A customer who deletes their account leaves orders that name nobody.
alter table orders drop constraint orders_customer;
alter table orders add constraint orders_customer
  check (customer_id is not null or entered_by is not null or status in ('completed', 'cancelled'));
alter table quotes drop constraint quotes_customer;
alter table quotes add constraint quotes_customer check (customer_id is not null or entered_by is not null or not open);
