-- What a line of a statement is, and the balance after it: null in lines that were brought before, and where the bank writes none.
alter table statement_lines add column kind text, add column balance numeric(14, 2);
