-- A name as it is compared: small plain letters, without marks and apostrophes, as `fold` of domain/text/words.ts has it.
create function fold_name(given text) returns text language sql immutable parallel safe
begin atomic
  select replace(replace(replace(replace(translate(
           lower(regexp_replace(normalize(regexp_replace(given, '[''`\u00b4\u02b9-\u02bf\u2018\u2019\u201b\u2032]', '', 'g'), NFKD),
                                '[\u0300-\u036f\u00ad\u200b-\u200f\u2060-\u2064\ufeff]', '', 'g')),
           'ɓɗɖđðǝəɛƒɣıɩƙłŋɲøɔʊʋƴƁƊƉĐÐƎƏƐƑƔƖƘŁŊƝØƆƱƲƳÆŒÞ', 'bddddeeefgiiklnnoouvybddddeeefgiklnnoouvyæœþ'),
           'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th');
end;

create or replace function search_words(given text) returns text[] language sql immutable parallel safe
begin atomic
  select coalesce(array_agg(distinct word), '{}')
    from regexp_split_to_table(fold_name(given), '[\s!-/:-@[-`{-~\u00a0-\u00bf\u2000-\u206f]+') word
   where word <> '';
end;

-- The words of names that are stored: 'Abdul-Rahman' is also found as 'Abdulrahman'.
create function name_words(given text) returns text[] language sql immutable parallel safe
begin atomic
  select search_words(given) || search_words(regexp_replace(given, '[-\u2010-\u2015]', '', 'g'));
end;

create or replace function order_words(one orders) returns tsvector language sql stable as $$
  with dishes as (
    select string_agg(line ->> 'name', ' ') as names, array_agg('dish:' || (line ->> 'itemId')) as ids
      from jsonb_array_elements(one.lines) line
  )
  select array_to_tsvector(array_remove(array_remove(
           search_words(one.id)
             || name_words(concat_ws(' ', one.customer_name, one.payer_name, one.delivery_location, dishes.names))
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
    from unnest(name_words(username) || search_phones(phone) || search_phones(guest_phone)) word
   where word <> '';
end;
reindex index users_search;

-- Orders whose names have other letters than a to z, or signs.
update order_search set words = order_words(one) from orders one
 where one.id = order_id
   and concat_ws(' ', one.customer_name, one.payer_name, one.delivery_location, one.lines) ~ '[^ -~]|[a-z]-[a-z]|`';

-- The e-mail of a username has its marked letters as plain ones: of 'Tóbi' it was 'tbi', which is another name. Of two accounts
-- that would share an e-mail the older one gets it, and the other keeps its own.
with folded as (
  select id, regexp_replace(fold_name(username), '[^a-z0-9]', '', 'g') || '@' || split_part(email, '@', 2) as email,
         created_at
    from users
   where split_part(email, '@', 1) = regexp_replace(lower(username), '[^a-z0-9]', '', 'g')
     and split_part(email, '@', 1) <> regexp_replace(fold_name(username), '[^a-z0-9]', '', 'g')
), first as (
  select distinct on (email) id, email from folded order by email, created_at, id
)
update users set email = first.email from first
 where users.id = first.id and not exists (select from users other where other.email = first.email);
