-- The footing: who and where, devices, what was said, what it means.
-- Instants are epoch milliseconds (bigint) everywhere. Every tenant table has company_id first in its keys and
-- row-level security forced; directory tables (needed before a company is known) have neither and are read by
-- platform/directory only.

create extension if not exists btree_gist;

-- Directory tables ---------------------------------------------------------------------------------------------------

create table company (
  company_id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 120),
  root_org_unit_id bigint,
  created_at bigint not null
);

create table app_user (
  user_id bigint generated always as identity primary key,
  -- Lower-cased; the e-mail is how a person signs in, user_id is who they are.
  email text not null unique,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  must_change_password boolean not null default false,
  created_at bigint not null
);

create table membership (
  company_id bigint not null references company,
  user_id bigint not null references app_user,
  role text not null check (role in ('user', 'admin', 'superuser')),
  created_at bigint not null,
  primary key (company_id, user_id)
);
-- Sign-in asks for the companies of a user.
create index membership_of_user on membership (user_id);

create table session (
  token_hash bytea primary key,
  session_id bigint generated always as identity unique,
  user_id bigint not null references app_user,
  company_id bigint not null references company,
  created_at bigint not null,
  last_used_at bigint not null,
  expires_at bigint not null,
  ended_at bigint
);
create index session_of_user on session (user_id) where ended_at is null;

-- device uuid -> company, before the company is known.
create table device_directory (
  device_uuid uuid primary key,
  company_id bigint not null references company,
  device_id bigint not null unique,
  key_hash bytea not null,
  active boolean not null
);

-- What belongs to the installation as a whole: signing keys, the state of the demo.
create table installation (
  name text primary key,
  value jsonb not null
);

-- Tenant tables: who, where --------------------------------------------------------------------------------------------

create table org_unit (
  company_id bigint not null references company,
  org_unit_id bigint generated always as identity,
  parent_id bigint,
  -- 1 = the root
  org_unit_type_id integer not null,
  name text not null check (length(name) between 1 and 120),
  timezone text,
  active boolean not null default true,
  created_at bigint not null,
  primary key (company_id, org_unit_id),
  foreign key (company_id, parent_id) references org_unit (company_id, org_unit_id),
  check ((org_unit_type_id = 1) = (parent_id is null))
);
create unique index one_root_per_company on org_unit (company_id) where org_unit_type_id = 1;
create index org_unit_children on org_unit (company_id, parent_id);

create table equipment (
  company_id bigint not null references company,
  equipment_id bigint generated always as identity,
  parent_org_unit_id bigint not null,
  name text not null check (length(name) between 1 and 120),
  active boolean not null default true,
  created_at bigint not null,
  primary key (company_id, equipment_id),
  foreign key (company_id, parent_org_unit_id) references org_unit (company_id, org_unit_id)
);
create index equipment_of_unit on equipment (company_id, parent_org_unit_id);

create table audit_entry (
  company_id bigint not null references company,
  audit_entry_id bigint generated always as identity,
  occurred_at bigint not null,
  user_id bigint,
  session_id bigint,
  ip text,
  operation text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  primary key (company_id, audit_entry_id)
);

-- Devices --------------------------------------------------------------------------------------------------------------

create table device (
  company_id bigint not null references company,
  device_id bigint generated always as identity,
  device_uuid uuid not null,
  device_type_id integer not null check (device_type_id in (1, 2)),
  active boolean not null,
  input_setup jsonb,
  created_at bigint not null,
  primary key (company_id, device_id),
  unique (company_id, device_uuid)
);

-- Which machine a device stood on, and whether as its primary, from when to when. The first of a device also takes
-- what is older than it.
create table device_assignment (
  company_id bigint not null,
  device_assignment_id bigint generated always as identity,
  device_id bigint not null,
  equipment_id bigint not null,
  is_primary boolean not null,
  valid_from bigint not null,
  valid_to bigint,
  primary key (company_id, device_assignment_id),
  foreign key (company_id, device_id) references device (company_id, device_id),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id),
  check (valid_to is null or valid_to > valid_from),
  exclude using gist (company_id with =, device_id with =, int8range(valid_from, valid_to) with &&),
  exclude using gist (company_id with =, equipment_id with =, int8range(valid_from, valid_to) with &&) where (is_primary)
);
create index assignment_of_equipment on device_assignment (company_id, equipment_id, valid_from);

-- What a device is seen to do: its account of events (received = accepted + duplicates + quarantined), its contact.
create table device_tally (
  company_id bigint not null,
  device_id bigint not null,
  received bigint not null default 0,
  accepted bigint not null default 0,
  duplicates bigint not null default 0,
  quarantined bigint not null default 0,
  last_contact_at bigint,
  -- Set while its clock runs ahead.
  clock_skewed_at bigint,
  latest_ip text,
  firmware text,
  -- Why its last message was refused as a whole, if it was.
  refused_reason text,
  refused_at bigint,
  primary key (company_id, device_id),
  foreign key (company_id, device_id) references device (company_id, device_id)
) with (fillfactor = 50);

-- What was said --------------------------------------------------------------------------------------------------------

-- One row per batch ever acknowledged: (device, batch_id) is what makes a redelivery a no-op.
create table batch (
  company_id bigint not null,
  device_id bigint not null,
  batch_id text not null,
  content_hash bytea not null,
  event_count integer not null,
  received_at bigint not null,
  sent_at bigint,
  primary key (company_id, device_id, batch_id)
);

create sequence event_no;

-- kind: 1 cycle, 2 tlm, 3 status, 4 power, 5 ping, 6 input. equipment_id 0: the device stood on no machine.
-- number: cycles counted (1), 1 running / 0 down (3), 1 on / 0 off (4), level (6).
create table event (
  company_id bigint not null,
  equipment_id bigint not null,
  occurred_at bigint not null,
  event_no bigint not null default nextval('event_no'),
  device_id bigint not null,
  batch_id text not null,
  position integer not null,
  kind smallint not null,
  is_primary boolean not null,
  received_at bigint not null,
  cycle_ms integer,
  number integer,
  temperature_1 double precision,
  analog_in_1 double precision,
  since bigint,
  input text,
  primary key (company_id, equipment_id, occurred_at, event_no)
) partition by range (occurred_at);
-- A ping that vouches for the time since an earlier instant is looked up by that instant when the past is retold.
create index event_since on event (company_id, equipment_id, since) where since is not null;

-- Bounds come from the caller: what a month is, is decided in one place, and not here.
create function ensure_event_partition(name text, from_ms bigint, to_ms bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if name !~ '^event_[0-9]{4}_[0-9]{2}$' then raise exception 'not a partition of event: %', name; end if;
  perform pg_advisory_xact_lock(727001, hashtext(name));
  if to_regclass('public.' || name) is not null then return; end if;
  execute format('create table %I (like event including defaults including constraints)', name);
  execute format('alter table event attach partition %I for values from (%s) to (%s)', name, from_ms, to_ms);
end $$;
revoke all on function ensure_event_partition(text, bigint, bigint) from public;
grant execute on function ensure_event_partition(text, bigint, bigint) to millwatch_app;

create table quarantine (
  company_id bigint not null,
  quarantine_id bigint generated always as identity,
  device_id bigint not null,
  batch_id text,
  position integer,
  reason text not null,
  raw text not null,
  received_at bigint not null,
  occurred_at bigint,
  -- When it is released by itself; null: only by a person.
  release_at bigint,
  released_at bigint,
  primary key (company_id, quarantine_id)
);
create index quarantine_due on quarantine (company_id, release_at) where release_at is not null and released_at is null;

-- What it means --------------------------------------------------------------------------------------------------------

-- The arbiter of a machine: who holds this row may tell. `state` is the fold's after the event at the head.
create table machine_state (
  company_id bigint not null,
  equipment_id bigint not null,
  version bigint not null,
  state text not null,
  -- The last event told, in the order of events.
  head_at bigint,
  head_batch_id text,
  head_position integer,
  -- Where the timeline begins: the earliest evidence of the machine; null: never heard of.
  began_at bigint,
  latest text not null,
  -- The earliest stored event that lies ahead of now and is told when it is reached.
  pending_from bigint,
  -- Set by whoever changed what the telling rests on (who is primary): tell again from here.
  retell_from bigint,
  -- Events told since the last checkpoint.
  since_checkpoint integer not null,
  -- Not later than the next instant at which the timeline changes without an event.
  due_at bigint,
  primary key (company_id, equipment_id),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id)
) with (fillfactor = 50);
create index machine_state_due on machine_state (company_id, due_at) where due_at is not null;

-- The fold's state after some event, kept now and then, so that a late event need not retell everything.
create table checkpoint (
  company_id bigint not null,
  equipment_id bigint not null,
  at bigint not null,
  batch_id text not null,
  position integer not null,
  state text not null,
  primary key (company_id, equipment_id, at, batch_id, position),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id)
);

-- 1 running, 2 down, 3 offline, 4 powered-off. Never overlapping; not partitioned, because PostgreSQL 15 has no
-- exclusion constraint on partitioned tables.
create table status_interval (
  company_id bigint not null,
  status_interval_id bigint generated by default as identity,
  equipment_id bigint not null,
  status_id smallint not null check (status_id between 1 and 4),
  started_at bigint not null,
  ended_at bigint check (ended_at > started_at),
  primary key (company_id, status_interval_id),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id),
  exclude using gist (company_id with =, equipment_id with =, int8range(started_at, ended_at) with &&) deferrable initially deferred
);
create index status_interval_of_equipment on status_interval (company_id, equipment_id, started_at);

-- Companies with something due, for the clock of the flow: it must ask before a company is known.
create function due_companies(now_ms bigint) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select company_id from machine_state where due_at <= now_ms
  union
  select company_id from quarantine where release_at <= now_ms and released_at is null
$$;
revoke all on function due_companies(bigint) from public;
grant execute on function due_companies(bigint) to millwatch_app;

-- The second wall ------------------------------------------------------------------------------------------------------

grant select, insert, update on company, app_user, membership, session, device_directory, installation to millwatch_app;
grant delete on membership, session, installation to millwatch_app;
grant select, insert, update, delete on org_unit, equipment, device, device_assignment, device_tally, batch, event, quarantine,
  machine_state, checkpoint, status_interval to millwatch_app;
-- The record of who did what can be added to, never changed.
grant select, insert on audit_entry to millwatch_app;
grant usage on sequence event_no to millwatch_app;

do $$
declare tenant text;
begin
  foreach tenant in array array['org_unit', 'equipment', 'audit_entry', 'device', 'device_assignment', 'device_tally', 'batch', 'event',
    'quarantine', 'machine_state', 'checkpoint', 'status_interval'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy own_company on %I using (company_id = (select nullif(current_setting(''millwatch.company_id'', true), '''')::bigint))
      with check (company_id = (select nullif(current_setting(''millwatch.company_id'', true), '''')::bigint))', tenant);
  end loop;
end $$;

-- due_companies runs as the owner, whom the forced policies bind too: it may look for what is due in every company.
create policy due_in_all on machine_state for select to current_user using (true);
create policy due_in_all on quarantine for select to current_user using (true);
