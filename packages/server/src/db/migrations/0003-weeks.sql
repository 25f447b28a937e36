-- Weeks, so that a year of a thousand machines is few rows.

-- Sums of whole weeks of the machine's zone, from Sunday, whatever the shift: of every week that is built whole there is a row.
-- `_in` inside shift history, `_out` outside.
create table rollup_week (
  company_id bigint not null,
  equipment_id bigint not null,
  week_from bigint not null,
  week_to bigint not null,
  running_in_ms integer not null,
  down_short_in_ms integer not null,
  down_excessive_in_ms integer not null,
  offline_in_ms integer not null,
  powered_off_in_ms integer not null,
  running_out_ms integer not null,
  down_short_out_ms integer not null,
  down_excessive_out_ms integer not null,
  offline_out_ms integer not null,
  powered_off_out_ms integer not null,
  -- What was said; null: nothing.
  cycle_ms_sum bigint,
  startup_ms_sum bigint,
  outlier_ms_sum bigint,
  parts double precision,
  temperature_sum double precision,
  analog_sum double precision,
  cycles integer,
  cycle_ms_count integer,
  startup_count integer,
  outlier_count integer,
  temperature_count integer,
  analog_count integer,
  primary key (company_id, equipment_id, week_from)
);
-- For questions about many machines at once.
create index rollup_week_at on rollup_week (company_id, week_from);

-- Weeks of days that were built before there were weeks are added up by the builder, which knows the calendar.
alter table rollup_state add column has_weeks boolean not null default false;

create or replace function rollup_companies(target_ms bigint, unborn boolean) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select company_id from rollup_dirty d where exists (select from machine_state m
    where m.company_id = d.company_id and m.equipment_id = d.equipment_id and m.began_at is not null)
  union
  select company_id from rollup_state where looked_to <> target_ms or not has_weeks
  union
  select company_id from machine_state m where unborn and began_at is not null
    and not exists (select from rollup_state s where s.company_id = m.company_id and s.equipment_id = m.equipment_id)
$$;

grant select, insert, update, delete on rollup_week to millwatch_app;
alter table rollup_week enable row level security;
alter table rollup_week force row level security;
create policy own_company on rollup_week using (company_id = (select nullif(current_setting('millwatch.company_id', true), '')::bigint))
  with check (company_id = (select nullif(current_setting('millwatch.company_id', true), '')::bigint));
