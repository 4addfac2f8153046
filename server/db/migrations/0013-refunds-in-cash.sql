-- Notes that go back over the counter have no number at any bank: who gave them is in paid_by.
alter table refunds alter column reference drop not null;
