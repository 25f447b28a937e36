-- Utilization (percent) that a unit is to reach; null: that of the nearest unit above that has one.
alter table org_unit add column target_pct double precision check (target_pct >= 1 and target_pct <= 100);
