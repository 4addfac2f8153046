-- The accounts that the customer was shown. Without them: a quote of before, which shows those of today.
alter table quotes add column accounts jsonb;
