-- Whoever reads the table, or a copy of it, finds no token to sign in with. Open sessions stay open.
update sessions set token = encode(sha256(convert_to(token, 'UTF8')), 'hex');

-- Demo accounts whose password was never changed. A first start created them in one transaction, before any other staff.
alter table users add column is_demo boolean not null default false;
update users set is_demo = true
 where username in ('desk', 'kitchen', 'cashier', 'rider')
   and created_at = (select min(created_at) from users where role <> 'customer')
   and not exists (
         select from audit
          where subject = 'account:' || users.id and action in ('password.change', 'password.set'));

-- A session of staff ends after a shift.
update sessions set expires_at = least(sessions.expires_at, sessions.created_at + interval '12 hours')
  from users where users.id = sessions.user_id and users.role <> 'customer';
