-- One name a thing: what the tables, their columns and their values are called.

alter table floor rename to kitchen_load;
alter table tries rename to rate_limits;
alter table held_portions rename to stock_holds;
alter index held_portions_of rename to stock_holds_by_item;

alter table quotes rename column offer to terms;
alter table quotes rename column taken_by to entered_by;
alter table quotes rename constraint quotes_taken to quotes_entered;

alter table orders rename column taken_by to entered_by;
alter table orders rename constraint orders_taken to orders_entered;
alter table orders rename column taken_at to acknowledged_at;
alter index orders_untaken rename to orders_unacknowledged;
alter index orders_lately_done rename to orders_recently_completed;
alter table orders rename column trip to delivery_status;
alter table orders rename constraint orders_trip to orders_delivery_status;
alter table orders rename column answers to substitutions;
alter table tickets rename column press to request_key;
alter table push_messages rename column happening to event;

-- How far a delivery has come.
alter table orders
  drop constraint orders_trip_check,
  drop constraint orders_carried,
  alter column delivery_status type text using
    case delivery_status when 'none' then 'unassigned' when 'out' then 'out-for-delivery' else delivery_status end,
  add check (delivery_status in ('unassigned', 'assigned', 'out-for-delivery', 'failed', 'delivered')),
  add constraint orders_assigned check (coalesce(delivery_status, 'unassigned') = 'unassigned' or rider ? 'id');

-- Who cancelled an order, and who decided about a sold-out line.
alter table orders drop constraint orders_cancelled_by_check;
update orders set cancelled_by = 'restaurant' where cancelled_by = 'house';
alter table orders add check (cancelled_by in ('customer', 'restaurant'));

update orders
   set substitutions = (
         select jsonb_agg(case entry ->> 'by' when 'house' then entry || '{"by": "restaurant"}' else entry end order by place)
           from jsonb_array_elements(substitutions) with ordinality as each (entry, place))
 where substitutions <> '[]';

-- A line with `soldOutAt` waits for its customer's choice.
alter table orders drop column asks;
update orders
   set lines = (
         select jsonb_agg(
                  case when line ? 'ranOutAt'
                       then line - 'ranOutAt' || jsonb_build_object('soldOutAt', line -> 'ranOutAt') else line end
                  order by place)
           from jsonb_array_elements(lines) with ordinality as each (line, place))
 where jsonb_path_exists(lines, '$[*].ranOutAt');
alter table orders
  add column awaiting_substitution boolean not null
    generated always as (jsonb_path_exists(lines, '$[*].soldOutAt')) stored,
  add constraint orders_awaiting_substitution
    check (not awaiting_substitution or status in ('pending', 'preparing', 'cancelled'));

-- One spelling for each action of the audit log: 'order.' and the name of the action.
update audit set action = renamed.after
  from (values
    ('order.mark-ran-out', 'order.mark-sold-out'), ('order.unmark-ran-out', 'order.unmark-sold-out'),
    ('order.answer-ran-out', 'order.choose-substitution'), ('order.remove-ran-out', 'order.remove-sold-out'),
    ('order.cancel-ran-out', 'order.cancel-sold-out'), ('order.picked-up', 'order.pick-up'),
    ('order.completed', 'order.deliver'), ('order.delivery-failed', 'order.fail-delivery'),
    ('payment.confirm', 'order.confirm-payment'), ('payment.report-missing', 'order.report-missing'),
    ('payment.claim-again', 'order.claim-again'), ('payment.refund', 'order.refund'),
    ('floor.change', 'kitchen-load.change'), ('account-changed', 'account.change'),
    ('item.off', 'item.mark-sold-out'), ('item.back', 'item.mark-available'), ('item.priced', 'item.change-price')
  ) as renamed (before, after)
 where action = renamed.before;
update audit set subject = 'kitchen-load' where subject = 'floor';
update audit set subject = 'session' where subject = 'door';
update audit set detail = detail - 'tap' || jsonb_build_object('key', detail -> 'tap') where detail ? 'tap';
update audit set detail = detail - 'pressed' || jsonb_build_object('at', detail -> 'pressed') where detail ? 'pressed';

-- Messages that wait keep their place; their events have new names.
update push_messages set event = 'order.dish-sold-out' where event = 'order.dish-ran-out';
update push_messages set message = message - 'wish' || jsonb_build_object('options', message -> 'wish') where message ? 'wish';

-- Events carry whole documents under the old names. Readers that come back from before read everything again.
delete from events;
update events_horizon set xid = pg_current_xact_id();
