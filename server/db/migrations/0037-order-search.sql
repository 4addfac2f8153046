-- The words of a text as people search them: without case, accents and apostrophes. An index calls it, so its body is bound
-- when it is created, and no setting of a session changes what it calls.
create function search_words(given text) returns text[] language sql immutable parallel safe
begin atomic
  select coalesce(array_agg(distinct word), '{}')
    from regexp_split_to_table(
           regexp_replace(lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g')), '[''\u2019]', '', 'g'),
           '[\s!-/:-@[-`{-~\u00a0-\u00bf\u2000-\u206f]+') word
   where word <> '';
end;

-- A phone number in figures, as people in Nigeria write it: '+234 803...' and '0803...' are one. Empty where there is none.
create function search_phone(given text) returns text language sql immutable parallel safe
begin atomic
  select regexp_replace(regexp_replace(coalesce(given, ''), '[^0-9]', '', 'g'), '^234(?=[0-9]{4})', '0');
end;

-- What a person typed, as a query: every word has to begin one that is stored, and the groups of a number are one word. Empty
-- where there is nothing to look for.
create function search_query(given text) returns text language sql immutable parallel safe
begin atomic
  select coalesce(string_agg('''' || word || '''' || case when word ~ '^([0-9]{1,3}|.)$' then '' else ':*' end, ' & '), '')
    from (select distinct case when word ~ '^[0-9]+$' then search_phone(word) else word end as word
            from unnest(search_words(regexp_replace(given, '(?<=[0-9])[-+(). ]+(?=[0-9])', '', 'g'))) word) typed;
end;

-- What orders are found by. A table of its own, because it is narrow: a search may read many of its rows, and an order that
-- changes its state writes none. The trigger fills it, also in a restore: backups leave it out.
create table order_search (
  order_id text primary key,
  created_at timestamptz not null,
  words tsvector not null
);

-- Code and its last six characters, names, phones, dishes and place. The words with a colon are for filters.
create function order_words(one orders) returns tsvector language sql stable as $$
  with dishes as (
    select string_agg(line ->> 'name', ' ') as names, array_agg('dish:' || (line ->> 'itemId')) as ids
      from jsonb_array_elements(one.lines) line
  )
  select array_to_tsvector(array_remove(array_remove(
           search_words(concat_ws(' ', one.id, one.customer_name, one.payer_name, one.delivery_location, dishes.names))
             || dishes.ids
             || array[right(lower(one.id), 6), search_phone(one.customer_phone), search_phone(one.contact_phone),
                      'place:' || one.delivery_location, case when one.status = 'cancelled' then 'is:cancelled' end],
           null), ''))
    from dishes
$$;

create function keep_order_search() returns trigger language plpgsql as $$
begin
  insert into order_search (order_id, created_at, words) values (new.id, new.created_at, order_words(new))
    on conflict (order_id) do update set created_at = excluded.created_at, words = excluded.words
      where (order_search.created_at, order_search.words) is distinct from (excluded.created_at, excluded.words);
  return null;
end $$;

insert into order_search (order_id, created_at, words) select id, created_at, order_words(orders) from orders;
create index order_search_by_creation on order_search (created_at, order_id);
-- Without a list of pending entries, which every search would read.
create index order_search_words on order_search using gin (words) with (fastupdate = off);

-- By statement: many orders at once, as in a restore, take a fifth of the time.
create function add_order_search() returns trigger language plpgsql as $$
begin
  insert into order_search (order_id, created_at, words)
  select id, created_at, order_words(orders) from orders where id in (select id from added)
    on conflict (order_id) do nothing;
  return null;
end $$;
create trigger orders_keep_search after insert on orders referencing new table as added
  for each statement execute function add_order_search();
create trigger orders_change_search after update on orders for each row
  when ((old.created_at, old.customer_name, old.payer_name, old.customer_phone, old.contact_phone, old.delivery_location,
         old.lines, old.status = 'cancelled')
    is distinct from
        (new.created_at, new.customer_name, new.payer_name, new.customer_phone, new.contact_phone, new.delivery_location,
         new.lines, new.status = 'cancelled'))
  execute function keep_order_search();

-- What staff have to know about a customer: 'gate code 4412'. It goes with the account.
create table customer_notes (
  id bigint primary key generated always as identity,
  customer_id text not null references users on delete cascade,
  note text not null,
  written_by text not null references users,
  written_at timestamptz not null default now()
);
create index customer_notes_by_customer on customer_notes (customer_id, id);
create index customer_notes_by_staff on customer_notes (written_by);

-- What customers are found by: their names and phones.
create function customer_words(username text, phone text, guest_phone text) returns tsvector
  language sql immutable parallel safe
begin atomic
  select array_to_tsvector(array_agg(distinct word))
    from unnest(search_words(username) || array[search_phone(phone), search_phone(guest_phone)]) word
   where word <> '';
end;
create index users_search on users using gin (customer_words(username, phone, guest_phone)) with (fastupdate = off)
  where role = 'customer';
create index users_customers on users (created_at, id) where role = 'customer';
