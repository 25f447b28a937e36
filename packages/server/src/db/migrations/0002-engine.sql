-- The engine: settings over time, schedules and shifts, stops and runs, rollups, jobs.

-- Who, where -----------------------------------------------------------------------------------------------------------

create table category (
  company_id bigint not null references company,
  category_id bigint generated always as identity,
  name text not null check (length(name) between 1 and 120),
  created_at bigint not null,
  primary key (company_id, category_id),
  unique (company_id, name)
);
create table manufacturer (
  company_id bigint not null references company,
  manufacturer_id bigint generated always as identity,
  name text not null check (length(name) between 1 and 120),
  created_at bigint not null,
  primary key (company_id, manufacturer_id),
  unique (company_id, name)
);
create table model (
  company_id bigint not null references company,
  model_id bigint generated always as identity,
  manufacturer_id bigint,
  number text not null check (length(number) between 1 and 120),
  created_at bigint not null,
  primary key (company_id, model_id),
  foreign key (company_id, manufacturer_id) references manufacturer (company_id, manufacturer_id)
);
create unique index model_number on model (company_id, coalesce(manufacturer_id, 0), number);

-- For how many days single events are kept; null: for good. Status, shifts and rollups always are.
alter table company add column retention_days integer check (retention_days >= 31);

-- Removed for good, as people see it: it is not found any more, and what it did stays in the sums.
alter table org_unit add column removed_at bigint;
alter table equipment
  add column removed_at bigint,
  add column category_id bigint,
  add column manufacturer_id bigint,
  add column model_id bigint,
  add foreign key (company_id, category_id) references category (company_id, category_id),
  add foreign key (company_id, manufacturer_id) references manufacturer (company_id, manufacturer_id),
  add foreign key (company_id, model_id) references model (company_id, model_id);

-- What counts of a machine as of an instant: all of it from valid_from to the next row. The first row is valid from 0.
create table equipment_setting (
  company_id bigint not null,
  equipment_id bigint not null,
  valid_from bigint not null,
  parent_org_unit_id bigint not null,
  active boolean not null,
  util_excluded boolean not null default false,
  util_capped_by_schedule boolean not null default true,
  util_incl_lt_xsf_dt boolean not null default false,
  excessive_downtime_enabled boolean not null default true,
  excessive_downtime_threshold_ms bigint not null default 2100000 check (excessive_downtime_threshold_ms > 0),
  -- null: computed from the last cycles
  maximum_cycle_ms bigint default 300000 check (maximum_cycle_ms > 0),
  hourly_revenue double precision,
  hourly_parts double precision,
  -- What decides between running and down where an admin has fixed it.
  source text check (source in ('inputs', 'cycles', 'status')),
  primary key (company_id, equipment_id, valid_from),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id),
  foreign key (company_id, parent_org_unit_id) references org_unit (company_id, org_unit_id)
);
-- The machines that ever stood at a unit.
create index equipment_setting_of_unit on equipment_setting (company_id, parent_org_unit_id);

-- Devices --------------------------------------------------------------------------------------------------------------

alter table device
  add column poll_interval_s integer check (poll_interval_s >= 30),
  add column removed_at bigint;

-- What counts of a device as of an instant; the first row is valid from 0.
create table device_setting (
  company_id bigint not null,
  device_id bigint not null,
  valid_from bigint not null,
  input_setup jsonb,
  analog_unit text,
  analog_scale double precision not null default 1,
  analog_offset double precision not null default 0,
  primary key (company_id, device_id, valid_from),
  foreign key (company_id, device_id) references device (company_id, device_id)
);

alter table device_tally
  -- Its clock less ours, at the last message that said when it was sent.
  add column clock_skew_ms bigint,
  add column clock_skew_measured_at bigint,
  -- Contact before the first known is none; null: not since this was kept.
  add column first_contact_at bigint;

-- Times without contact of more than 300 s, as they were lived; never rewritten.
create table communication_gap (
  company_id bigint not null,
  device_id bigint not null,
  started_at bigint not null,
  ended_at bigint not null check (ended_at > started_at),
  primary key (company_id, device_id, started_at),
  foreign key (company_id, device_id) references device (company_id, device_id)
);

-- What firmware supports; `version` is the least one of which it is true.
create table firmware (
  version text primary key,
  supports_polling boolean not null,
  supports_flashing_filters boolean not null,
  supports_device_outputs boolean not null
);
insert into firmware values ('0', false, false, false), ('1.2.0', true, false, false), ('1.4.0', true, true, false), ('2.0.0', true, true, true);

-- What was said --------------------------------------------------------------------------------------------------------

alter table event
  -- 1 startup cycle, 2 outlier
  add column marks smallint not null default 0,
  -- The time of a cycle that did not tell its own: since the previous cycle, by count.
  add column derived_ms bigint;

-- What it means --------------------------------------------------------------------------------------------------------

alter table machine_state
  -- Events before it are gone, and none is taken any more; null: everything is kept.
  add column horizon_at bigint,
  -- Cycles of the active run, of the events told; 0 without one.
  add column run_cycles bigint not null default 0,
  -- Why, and on whose word, it is to be told again from retell_from.
  add column retell_cause text check (retell_cause in ('changed_setting', 'changed_device', 'rebuild')),
  add column retell_by bigint;

alter table checkpoint
  -- At the horizon: what marks of cycles rest on, of cycles that are gone.
  add column marking text;

create table status_reason (
  company_id bigint not null references company,
  status_reason_id bigint generated always as identity,
  name text not null check (length(name) between 1 and 120),
  active boolean not null default true,
  favorite boolean not null default false,
  -- Where it is offered; empty: everywhere.
  org_unit_ids bigint[] not null default '{}',
  created_at bigint not null,
  primary key (company_id, status_reason_id)
);

-- What people wrote on a stop, with the span it was written on; placed anew whenever the machine is retold.
create table stop_annotation (
  company_id bigint not null,
  stop_annotation_id bigint generated always as identity,
  equipment_id bigint not null,
  started_at bigint not null,
  ended_at bigint not null check (ended_at > started_at),
  status_reason_id bigint,
  notes text,
  ignored boolean not null default false,
  written_at bigint not null,
  written_by bigint,
  primary key (company_id, stop_annotation_id),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id),
  foreign key (company_id, status_reason_id) references status_reason (company_id, status_reason_id)
);
create index stop_annotation_of_equipment on stop_annotation (company_id, equipment_id, started_at);

-- What was told differently before.
create table restatement (
  company_id bigint not null,
  restatement_id bigint generated always as identity,
  equipment_id bigint not null,
  restated_at bigint not null,
  started_at bigint not null,
  ended_at bigint not null,
  cause text not null check (cause in ('late_data', 'edited_shift', 'changed_setting', 'changed_device', 'rebuild')),
  before jsonb not null,
  after jsonb not null,
  -- Who changed it, where a person did.
  user_id bigint,
  primary key (company_id, restatement_id),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id)
);
create index restatement_of_equipment on restatement (company_id, equipment_id, restated_at);

-- A schedule of its own: of a unit or of a machine. {weekday 0..6: [[start s, end s, shift], ...]}
create table schedule (
  company_id bigint not null references company,
  schedule_id bigint generated always as identity,
  org_unit_id bigint,
  equipment_id bigint,
  ranges jsonb not null,
  changed_at bigint not null,
  primary key (company_id, schedule_id),
  unique (company_id, org_unit_id),
  unique (company_id, equipment_id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, org_unit_id),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id),
  check ((org_unit_id is null) <> (equipment_id is null))
);
create table schedule_template (
  company_id bigint not null references company,
  schedule_template_id bigint generated always as identity,
  name text not null check (length(name) between 1 and 120),
  type text not null check (type in ('daily', 'weekly')),
  ranges jsonb not null,
  created_at bigint not null,
  primary key (company_id, schedule_template_id)
);

-- What counts as scheduled. `zone` is the one in force when the row was written: its local days are the shift's days.
-- Not partitioned: PostgreSQL 15 has no exclusion constraint on partitioned tables.
create table shift_history (
  company_id bigint not null,
  shift_history_id bigint generated always as identity,
  equipment_id bigint not null,
  shift smallint not null check (shift between 0 and 3),
  started_at bigint not null,
  ended_at bigint not null check (ended_at > started_at),
  zone text not null,
  -- Written by a person; stands against anything a schedule says later.
  edited boolean not null default false,
  primary key (company_id, shift_history_id),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id),
  exclude using gist (company_id with =, equipment_id with =, int8range(started_at, ended_at) with &&) deferrable initially deferred
);
create index shift_history_of_equipment on shift_history (company_id, equipment_id, started_at);

-- Spans that a person emptied: no schedule writes there again.
create table shift_void (
  company_id bigint not null,
  shift_void_id bigint generated always as identity,
  equipment_id bigint not null,
  started_at bigint not null,
  ended_at bigint not null check (ended_at > started_at),
  primary key (company_id, shift_void_id),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id)
);
create index shift_void_of_equipment on shift_void (company_id, equipment_id, started_at);

-- From when to when shift history is written, and when it has to be written further. A machine has one from its first
-- evidence on. Who writes a machine's shift history holds this row.
create table shift_plan (
  company_id bigint not null,
  equipment_id bigint not null,
  scheduled_from bigint not null,
  written_to bigint not null check (written_to >= scheduled_from),
  due_at bigint not null,
  primary key (company_id, equipment_id),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id)
);
create index shift_plan_due on shift_plan (due_at);

create or replace function due_companies(now_ms bigint) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select company_id from machine_state where due_at <= now_ms
  union
  select company_id from quarantine where release_at <= now_ms and released_at is null
  union
  select company_id from shift_plan where due_at <= now_ms
$$;

-- Long work --------------------------------------------------------------------------------------------------------------

create table job (
  company_id bigint not null references company,
  job_id bigint generated always as identity,
  kind text not null,
  args jsonb not null,
  state text not null check (state in ('queued', 'running', 'finished', 'failed')),
  error text,
  result jsonb,
  -- Who asked for it, and from where; null for the program itself.
  user_id bigint,
  session_id bigint,
  ip text,
  created_at bigint not null,
  started_at bigint,
  finished_at bigint,
  primary key (company_id, job_id)
);
create index job_unfinished on job (company_id, job_id) where state in ('queued', 'running');

-- A machine whose shift history a job is changing; the row is gone with the job.
create table shift_lock (
  company_id bigint not null,
  equipment_id bigint not null,
  job_id bigint not null,
  locked_at bigint not null,
  primary key (company_id, equipment_id),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id),
  foreign key (company_id, job_id) references job (company_id, job_id)
);

-- What is to be sent to somebody, written in the transaction that gave rise to it; sent at least once, under one key.
create table outbox (
  company_id bigint not null references company,
  outbox_id bigint generated always as identity,
  kind text not null,
  idempotency_key text not null,
  payload jsonb not null,
  created_at bigint not null,
  sent_at bigint,
  primary key (company_id, outbox_id),
  unique (company_id, idempotency_key)
);

create table verification (
  company_id bigint not null references company,
  verification_id bigint generated always as identity,
  started_at bigint not null,
  finished_at bigint not null,
  is_clean boolean not null,
  report jsonb not null,
  primary key (company_id, verification_id)
);

-- Runs -----------------------------------------------------------------------------------------------------------------

create table tag_group (
  company_id bigint not null references company,
  tag_group_id bigint generated always as identity,
  name text not null check (length(name) between 1 and 120),
  primary key (company_id, tag_group_id),
  unique (company_id, name)
);
create table tag (
  company_id bigint not null references company,
  tag_id bigint generated always as identity,
  name text not null check (length(name) between 1 and 120),
  tag_group_id bigint,
  active boolean not null default true,
  -- Where it is offered; both empty: everywhere.
  org_unit_ids bigint[] not null default '{}',
  equipment_ids bigint[] not null default '{}',
  created_at bigint not null,
  updated_at bigint not null,
  primary key (company_id, tag_id),
  foreign key (company_id, tag_group_id) references tag_group (company_id, tag_group_id)
);

-- Cycles with their end in (started_at, ended_at] belong to it.
create table run (
  company_id bigint not null,
  run_id bigint generated always as identity,
  equipment_id bigint not null,
  started_at bigint not null,
  ended_at bigint check (ended_at >= started_at),
  -- null: goes on until somebody ends it
  cycles_total bigint check (cycles_total > 0),
  parts_per_cycle double precision check (parts_per_cycle > 0),
  allow_overrun boolean not null,
  scrap_qty bigint not null default 0 check (scrap_qty >= 0),
  notify_roster_ids bigint[] not null default '{}',
  -- It ended by itself at its last cycle; late cycles may move that.
  ended_by_count boolean not null default false,
  -- Its cycles, once it has ended; while it is active machine_state.run_cycles has them.
  cycles bigint,
  -- Its cycles before settled_to, where retention has removed their events.
  settled_cycles bigint not null default 0,
  settled_to bigint not null default 0,
  created_at bigint not null,
  updated_at bigint not null,
  check ((cycles is null) = (ended_at is null)),
  primary key (company_id, run_id),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id),
  exclude using gist (company_id with =, equipment_id with =, int8range(started_at, ended_at) with &&) deferrable initially deferred
);
create unique index one_active_run on run (company_id, equipment_id) where ended_at is null;
create index run_of_equipment on run (company_id, equipment_id, started_at);
create table run_tag (
  company_id bigint not null,
  run_id bigint not null,
  tag_id bigint not null,
  primary key (company_id, run_id, tag_id),
  foreign key (company_id, run_id) references run (company_id, run_id),
  foreign key (company_id, tag_id) references tag (company_id, tag_id)
);

-- Rollups --------------------------------------------------------------------------------------------------------------

-- A cache of closed quarter-hours, in so far as rollup_state says so and rollup_dirty does not say otherwise.
-- shift -1: outside all shift history, with shift_date 0; else the day of the occurrence as 20260308.
-- A quarter-hour that was wholly offline has no row.
create table rollup_quarter (
  company_id bigint not null,
  equipment_id bigint not null,
  bucket_at bigint not null,
  running_ms integer not null,
  down_short_ms integer not null,
  down_excessive_ms integer not null,
  offline_ms integer not null,
  powered_off_ms integer not null,
  shift_date integer not null,
  shift smallint not null,
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
  primary key (company_id, equipment_id, bucket_at, shift, shift_date)
) partition by range (bucket_at);
-- For questions about many machines at once: rows lie about in the order of time, not of machines.
create index rollup_quarter_at on rollup_quarter (company_id, bucket_at);

create function ensure_rollup_partition(name text, from_ms bigint, to_ms bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if name !~ '^rollup_quarter_[0-9]{4}_[0-9]{2}$' then raise exception 'not a partition of rollup_quarter: %', name; end if;
  perform pg_advisory_xact_lock(727001, hashtext(name));
  if to_regclass('public.' || name) is not null then return; end if;
  execute format('create table %I (like rollup_quarter including defaults including constraints)', name);
  execute format('alter table rollup_quarter attach partition %I for values from (%s) to (%s)', name, from_ms, to_ms);
end $$;
revoke all on function ensure_rollup_partition(text, bigint, bigint) from public;
grant execute on function ensure_rollup_partition(text, bigint, bigint) to millwatch_app;

-- Days of the machine's zone, whatever the shift: every one that is built has a row, offline or not, so that long periods need
-- nothing else. `_in` inside shift history, `_out` outside. The last one ends where the machine's quarter-hours end.
create table rollup_day (
  company_id bigint not null,
  equipment_id bigint not null,
  day_from bigint not null,
  day_to bigint not null,
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
  primary key (company_id, equipment_id, day_from)
);
create index rollup_day_at on rollup_day (company_id, day_from);
-- The same by shift 1 to 3 and the day the shift belongs to.
create table rollup_day_shift (
  company_id bigint not null,
  equipment_id bigint not null,
  day_from bigint not null,
  day_to bigint not null,
  running_ms integer not null,
  down_short_ms integer not null,
  down_excessive_ms integer not null,
  offline_ms integer not null,
  powered_off_ms integer not null,
  shift_date integer not null,
  shift smallint not null,
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
  primary key (company_id, equipment_id, day_from, shift, shift_date)
);
create index rollup_day_shift_at on rollup_day_shift (company_id, shift, day_from);

-- From when to when a machine's rollups are built. Who builds holds this row.
create table rollup_state (
  company_id bigint not null,
  equipment_id bigint not null,
  built_from bigint not null,
  built_to bigint not null,
  -- Up to when it was last looked for quarter-hours that can be built; a stop may have held that up.
  looked_to bigint not null,
  -- The zone whose days rollup_day holds.
  zone text not null,
  primary key (company_id, equipment_id),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id)
) with (fillfactor = 50);
-- What changed under a machine's rollups; written in the transaction that changed it, deleted by the one that builds anew.
create table rollup_dirty (
  company_id bigint not null,
  rollup_dirty_id bigint generated always as identity,
  equipment_id bigint not null,
  started_at bigint not null,
  ended_at bigint not null check (ended_at > started_at),
  primary key (company_id, rollup_dirty_id)
);
create index rollup_dirty_of_equipment on rollup_dirty (company_id, equipment_id, started_at);

-- Companies with rollups to be built, for the builder: it must ask before a company is known. `unborn`: also where machines
-- have none yet.
create function rollup_companies(target_ms bigint, unborn boolean) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select company_id from rollup_dirty d where exists (select from machine_state m
    where m.company_id = d.company_id and m.equipment_id = d.equipment_id and m.began_at is not null)
  union
  select company_id from rollup_state where looked_to <> target_ms
  union
  select company_id from machine_state m where unborn and began_at is not null
    and not exists (select from rollup_state s where s.company_id = m.company_id and s.equipment_id = m.equipment_id)
$$;
revoke all on function rollup_companies(bigint, boolean) from public;
grant execute on function rollup_companies(bigint, boolean) to millwatch_app;

-- What was there before -------------------------------------------------------------------------------------------------

-- The owner is bound by the forced policies too, and has to read every company here.
alter table equipment no force row level security;
alter table device no force row level security;
alter table machine_state no force row level security;
insert into equipment_setting (company_id, equipment_id, valid_from, parent_org_unit_id, active)
  select company_id, equipment_id, 0, parent_org_unit_id, active from equipment;
insert into device_setting (company_id, device_id, valid_from, input_setup)
  select company_id, device_id, 0, input_setup from device;
-- Nothing is written yet of the shifts of machines that were heard of: due at once.
insert into shift_plan (company_id, equipment_id, scheduled_from, written_to, due_at)
  select company_id, equipment_id, began_at, began_at, 0 from machine_state where began_at is not null;
alter table equipment force row level security;
alter table device force row level security;
alter table machine_state force row level security;
alter table device drop column input_setup;

-- The second wall ------------------------------------------------------------------------------------------------------

grant select on firmware to millwatch_app;
grant select, insert, update, delete on category, manufacturer, model, equipment_setting, device_setting, communication_gap,
  status_reason, stop_annotation, schedule, schedule_template, shift_history, shift_void, shift_plan, job, shift_lock, outbox,
  tag_group, tag, run, run_tag, rollup_quarter, rollup_day, rollup_day_shift, rollup_state, rollup_dirty to millwatch_app;
-- Records of what was: added to, never changed.
grant select, insert on restatement, verification to millwatch_app;

do $$
declare tenant text;
begin
  foreach tenant in array array['category', 'manufacturer', 'model', 'equipment_setting', 'device_setting', 'communication_gap',
    'status_reason', 'stop_annotation', 'restatement', 'schedule', 'schedule_template', 'shift_history', 'shift_void', 'shift_plan',
    'job', 'shift_lock', 'outbox', 'verification', 'tag_group', 'tag', 'run', 'run_tag', 'rollup_quarter', 'rollup_day',
    'rollup_day_shift', 'rollup_state', 'rollup_dirty'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy own_company on %I using (company_id = (select nullif(current_setting(''millwatch.company_id'', true), '''')::bigint))
      with check (company_id = (select nullif(current_setting(''millwatch.company_id'', true), '''')::bigint))', tenant);
  end loop;
end $$;

-- due_companies runs as the owner, whom the forced policies bind too.
create policy due_in_all on shift_plan for select to current_user using (true);

-- rollup_companies runs as the owner, whom the forced policies bind too.
create policy build_in_all on rollup_dirty for select to current_user using (true);
create policy build_in_all on rollup_state for select to current_user using (true);
