-- Whoever reads the table, or a copy of it, finds no token to sign in with. Open sessions stay open.
update sessions set token = encode(sha256(convert_to(token, 'UTF8')), 'hex');
