-- The lines of statements that a difference is about, by place and row. Null in a day that was signed before.
alter table day_differences add column line_rows jsonb;
