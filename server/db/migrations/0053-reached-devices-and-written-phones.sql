-- When a push service last took a message for a device, and when it last refused one or was not reached.
alter table push_subscriptions add column delivered_at timestamptz, add column failed_at timestamptz;
-- No message is sent to an address that holds a name or a password.
delete from push_subscriptions where endpoint ~ '^[^/]*//[^/]*@';

-- A guest leaves a phone as any contact is left: also two numbers, or one from abroad.
alter table users drop constraint users_guest_phone_check;

-- '+234 803...', '234 803...', '+234 (0) 803...', '0803...' and '803...' are one.
create or replace function search_phone(given text) returns text language sql immutable parallel safe
begin atomic
  select regexp_replace(
           regexp_replace(regexp_replace(coalesce(given, ''), '[^0-9]', '', 'g'), '^(?:009?)?2340?(?=[0-9]{4})', '0'),
           '^([789][0-9]{9})$', '0\1');
end;

-- The phones of a text with several, which words or signs part.
create function search_phones(given text) returns text[] language sql immutable parallel safe
begin atomic
  select coalesce(array_agg(distinct search_phone(part)), '{}')
    from regexp_split_to_table(coalesce(given, ''), '[[:alpha:]/,;|&]+') part;
end;

create or replace function order_words(one orders) returns tsvector language sql stable as $$
  with dishes as (
    select string_agg(line ->> 'name', ' ') as names, array_agg('dish:' || (line ->> 'itemId')) as ids
      from jsonb_array_elements(one.lines) line
  )
  select array_to_tsvector(array_remove(array_remove(
           search_words(concat_ws(' ', one.id, one.customer_name, one.payer_name, one.delivery_location, dishes.names))
             || dishes.ids
             || array[right(lower(one.id), 6)]
             || search_phones(one.customer_phone) || search_phones(one.contact_phone)
             || array['place:' || one.delivery_location, case when one.status = 'cancelled' then 'is:cancelled' end],
           null), ''))
    from dishes
$$;

create or replace function customer_words(username text, phone text, guest_phone text) returns tsvector
  language sql immutable parallel safe
begin atomic
  select array_to_tsvector(array_agg(distinct word))
    from unnest(search_words(username) || search_phones(phone) || search_phones(guest_phone)) word
   where word <> '';
end;

-- Orders whose phones were typed in another way than E.164, in which the words are those of before.
update order_search set words = order_words(one) from orders one
 where one.id = order_id and (one.customer_phone || one.contact_phone) !~ '^(\+234[0-9]{10}|Not Provided){2}$';
