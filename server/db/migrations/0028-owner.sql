-- The accounts that the customer was shown. Without them: a quote of before, which shows those of today.
alter table quotes add column accounts jsonb;

-- What open pages were last told of the hours: whether orders are taken.
alter table kitchen_load add column was_open boolean not null default true;

-- Hours were a text. Of these texts one was understood.
update settings set document = document || '{"hours": {"always": true}}'
 where document ->> 'openingHours' ~* '\m24 hours\M' and document ->> 'openingHours' ~* '\m(every day|daily)\M';
