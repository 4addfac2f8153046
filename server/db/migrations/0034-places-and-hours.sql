-- What an order to a place has to cost at least, and from when on its delivery is free.
alter table locations
  add column minimum integer check (minimum > 0),
  add column free_above integer check (free_above > 0);

-- Each day of the week has a list of spans instead of one span or null.
update settings
set document = jsonb_set(document, '{hours,weekly}', (
  select jsonb_agg(case when day = 'null' then '[]' else jsonb_build_array(day) end order by place)
  from jsonb_array_elements(document -> 'hours' -> 'weekly') with ordinality as week (day, place)
))
where jsonb_typeof(document -> 'hours' -> 'weekly') = 'array';
