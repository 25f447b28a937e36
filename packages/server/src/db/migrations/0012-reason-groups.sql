-- Group of a reason, under which reports sum it up; null: none.

alter table status_reason add column group_name text;
