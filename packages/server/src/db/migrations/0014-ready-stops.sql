-- Excessive stops, ready to be read, so that reports over a month of a thousand machines need neither all intervals nor shift history.

-- A cache like the other rollups, in so far as rollup_state says so and rollup_dirty does not say otherwise: every excessive stop
-- that ended in the built range, at its end. `scheduled_ms`: the scheduled time in it, at least the threshold in force at its start.
create table rollup_stop (
  company_id bigint not null,
  equipment_id bigint not null,
  ended_at bigint not null,
  started_at bigint not null check (started_at < ended_at),
  scheduled_ms bigint not null,
  status_interval_id bigint not null,
  primary key (company_id, equipment_id, ended_at)
);
-- For questions about many machines at once.
create index rollup_stop_at on rollup_stop (company_id, ended_at);

-- Stops of time that was built before there were rows of stops are found by the builder.
alter table rollup_state add column has_stops boolean not null default false;

create or replace function rollup_companies(target_ms bigint, unborn boolean) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select company_id from rollup_dirty d where exists (select from machine_state m
    where m.company_id = d.company_id and m.equipment_id = d.equipment_id and m.began_at is not null)
  union
  select company_id from rollup_state where looked_to <> target_ms or not has_weeks or not has_stops
  union
  select company_id from machine_state m where unborn and began_at is not null
    and not exists (select from rollup_state s where s.company_id = m.company_id and s.equipment_id = m.equipment_id)
$$;

grant select, insert, update, delete on rollup_stop to millwatch_app;
alter table rollup_stop enable row level security;
alter table rollup_stop force row level security;
create policy own_company on rollup_stop using (company_id = (select nullif(current_setting('millwatch.company_id', true), '')::bigint))
  with check (company_id = (select nullif(current_setting('millwatch.company_id', true), '')::bigint));
