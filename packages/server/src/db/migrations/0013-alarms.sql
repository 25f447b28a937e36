-- Alarms: what they watch for on a machine, their trips, and who is notified.

create table alarm (
  company_id bigint not null,
  alarm_id bigint generated always as identity,
  -- Its maker, an id in the list of members; null: the maker has left, or it was not a person.
  owner_user_id bigint,
  equipment_id bigint not null,
  alarm_type_id integer not null,
  args jsonb not null,
  -- How far maintenance is, as last evaluated; null: not a type that counts, or not evaluated yet.
  args_latest jsonb,
  device_output_config jsonb not null default '{}',
  notify_on_clear boolean not null default false,
  -- Minutes from one notice of a trip to its next; null: one notice.
  reassert_m integer check (reassert_m >= 1),
  critical_parts jsonb not null default '[]',
  created_at bigint not null,
  updated_at bigint not null,
  -- All before it is evaluated; a change before it is evaluated again.
  evaluated_to bigint not null,
  -- Maintenance counts from here: from its creation, later from its last completion.
  base_at bigint not null,
  -- Its arguments are in force from here: trips before it are settled.
  args_from bigint not null,
  primary key (company_id, alarm_id),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id)
);
create index alarm_of_equipment on alarm (company_id, equipment_id);
-- An output of a machine belongs to one alarm.
create unique index alarm_output_24v on alarm (company_id, equipment_id) where device_output_config @> '{"24v": true}';
create unique index alarm_output_120v on alarm (company_id, equipment_id) where device_output_config @> '{"120v": true}';

-- One row per trip, and one per maintenance that was completed early.
create table alarm_trip (
  company_id bigint not null,
  alarm_trip_id bigint generated always as identity,
  alarm_id bigint not null,
  equipment_id bigint not null,
  tripped_at bigint not null,
  -- null: it lasts.
  cleared_at bigint check (cleared_at >= tripped_at),
  -- When the server found it.
  known_at bigint not null,
  -- late: over when it became known; withdrawn: later data show that there was none; early: maintenance before its trip.
  kind text not null check (kind in ('announced', 'late', 'withdrawn', 'early')),
  value jsonb,
  -- As at the trip.
  args jsonb not null,
  args_latest jsonb,
  device_output_config jsonb not null,
  acknowledged_at bigint,
  acknowledged_by bigint,
  acknowledged_notes text,
  -- Parts of the maintenance as sent: [{id, action, qty, skip}].
  acknowledged_parts jsonb,
  output_state text check (output_state in ('asked', 'done', 'not_reached')),
  primary key (company_id, alarm_trip_id),
  foreign key (company_id, alarm_id) references alarm (company_id, alarm_id) on delete cascade
);
create unique index alarm_trip_open on alarm_trip (company_id, alarm_id) where cleared_at is null;
create index alarm_trip_of_alarm on alarm_trip (company_id, alarm_id, tripped_at desc, alarm_trip_id desc);

-- One row per machine with alarms: the lock of whoever evaluates it, and what is to be evaluated.
create table alarm_machine (
  company_id bigint not null,
  equipment_id bigint not null,
  -- Its data changed from here on; null: nothing to evaluate again.
  dirty_from bigint,
  -- When time alone can trip or clear one of its alarms; null: never.
  due_at bigint,
  primary key (company_id, equipment_id),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id)
) with (fillfactor = 70);
create index alarm_machine_dirty on alarm_machine (company_id, equipment_id) where dirty_from is not null;
create index alarm_machine_due on alarm_machine (due_at) where due_at is not null;

create table user_alarm (
  company_id bigint not null,
  user_alarm_id bigint generated always as identity,
  alarm_id bigint not null,
  -- Of a member, or the invitation of somebody who has not accepted yet.
  user_id bigint not null,
  send_sms boolean not null,
  send_email boolean not null,
  created_at bigint not null,
  check (send_sms or send_email),
  primary key (company_id, user_alarm_id),
  unique (company_id, alarm_id, user_id),
  foreign key (company_id, alarm_id) references alarm (company_id, alarm_id) on delete cascade
);
create index user_alarm_of_user on user_alarm (company_id, user_id);

create table roster_alarm (
  company_id bigint not null,
  roster_alarm_id bigint generated always as identity,
  alarm_id bigint not null,
  roster_id bigint not null,
  created_at bigint not null,
  primary key (company_id, roster_alarm_id),
  unique (company_id, alarm_id, roster_id),
  foreign key (company_id, alarm_id) references alarm (company_id, alarm_id) on delete cascade,
  foreign key (company_id, roster_id) references roster (company_id, roster_id) on delete cascade
);
create index roster_alarm_of_roster on roster_alarm (company_id, roster_id);

-- Who has been shown a trip.
create table alarm_seen (
  company_id bigint not null,
  alarm_trip_id bigint not null,
  user_id bigint not null,
  seen_at bigint not null,
  primary key (company_id, alarm_trip_id, user_id),
  foreign key (company_id, alarm_trip_id) references alarm_trip (company_id, alarm_trip_id) on delete cascade
);

-- Earliest instant at which something of the machine changed since alarms were last evaluated; null: nothing.
alter table machine_state add column changed_from bigint;

-- The second wall ------------------------------------------------------------------------------------------------------

grant select, insert, update, delete on alarm, alarm_trip, alarm_machine, user_alarm, roster_alarm, alarm_seen to millwatch_app;

do $$
declare tenant text;
begin
  foreach tenant in array array['alarm', 'alarm_trip', 'alarm_machine', 'user_alarm', 'roster_alarm', 'alarm_seen'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy own_company on %I using (company_id = (select nullif(current_setting(''millwatch.company_id'', true), '''')::bigint))
      with check (company_id = (select nullif(current_setting(''millwatch.company_id'', true), '''')::bigint))', tenant);
  end loop;
end $$;
