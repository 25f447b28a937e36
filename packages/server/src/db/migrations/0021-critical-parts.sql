-- Critical parts of machines, and what maintenance did to them.

create table critical_part (
  company_id bigint not null,
  critical_part_id bigint generated always as identity,
  number text not null,
  description text not null default '',
  -- Page about it: http or https.
  url text check (url ~* '^https?://'),
  -- Where it is used: on machines that any list names; everywhere if all are empty.
  org_unit_ids bigint[] not null default '{}',
  equipment_ids bigint[] not null default '{}',
  category_ids bigint[] not null default '{}',
  manufacturer_ids bigint[] not null default '{}',
  model_ids bigint[] not null default '{}',
  created_at bigint not null,
  updated_at bigint not null,
  -- null: in use. Its history stays.
  deleted_at bigint,
  primary key (company_id, critical_part_id)
);

-- One row per maintenance of a part: during a stop, with the time of the stop when it was written, or by a completion.
create table critical_part_history (
  company_id bigint not null,
  critical_part_history_id bigint generated always as identity,
  critical_part_id bigint not null,
  equipment_id bigint not null,
  action_base text not null,
  qty integer not null check (qty between 1 and 1000000),
  -- Instant of the work.
  created_at bigint not null,
  written_at bigint not null,
  -- An id in the list of members; null: it was not a person.
  written_by bigint,
  started_at bigint,
  ended_at bigint check (ended_at > started_at),
  -- The completed maintenance; null: work during a stop, or the alarm was deleted.
  alarm_trip_id bigint,
  check ((started_at is null) = (ended_at is null)),
  check (started_at is null or alarm_trip_id is null),
  primary key (company_id, critical_part_history_id),
  foreign key (company_id, critical_part_id) references critical_part (company_id, critical_part_id),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id),
  foreign key (company_id, alarm_trip_id) references alarm_trip (company_id, alarm_trip_id) on delete set null (alarm_trip_id)
);
create index critical_part_history_by_time on critical_part_history (company_id, equipment_id, created_at);
create index critical_part_history_last on critical_part_history (company_id, equipment_id, critical_part_id, created_at desc);
create index critical_part_history_on_stops on critical_part_history (company_id, equipment_id, started_at) where started_at is not null;
create index critical_part_history_of_trip on critical_part_history (company_id, alarm_trip_id) where alarm_trip_id is not null;

-- The second wall ------------------------------------------------------------------------------------------------------

grant select, insert, update, delete on critical_part, critical_part_history to millwatch_app;

do $$
declare tenant text;
begin
  foreach tenant in array array['critical_part', 'critical_part_history'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy own_company on %I using (company_id = (select nullif(current_setting(''millwatch.company_id'', true), '''')::bigint))
      with check (company_id = (select nullif(current_setting(''millwatch.company_id'', true), '''')::bigint))', tenant);
  end loop;
end $$;
