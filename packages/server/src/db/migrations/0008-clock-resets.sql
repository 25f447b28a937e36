-- Device clocks that fall back, and a bounded number of partitions.

alter table device_tally
  -- Receipt of the first accepted event that was less than 24 h from its receipt; null: the device was never live.
  add column live_at bigint,
  -- Receipt of the first event held as clock_reset since a person last released or discarded such events.
  add column clock_reset_at bigint;

-- Devices in operation have been live: the newest event of the machine that such a device is the primary of lies within a day of
-- its last contact. Row-level security binds the owner too, so it is lifted for this statement.
alter table device_tally no force row level security;
alter table device_assignment no force row level security;
update device_tally t set live_at = t.last_contact_at
  from device_assignment a join machine_state m on m.company_id = a.company_id and m.equipment_id = a.equipment_id
  where a.company_id = t.company_id and a.device_id = t.device_id and a.is_primary and a.valid_to is null
    and a.valid_from <= m.head_at and abs(t.last_contact_at - m.head_at) <= 86400000;
alter table device_tally force row level security;
alter table device_assignment force row level security;

-- A person decided that the event does not count. It stays in quarantine, and in the account of its device.
alter table quarantine add column discarded_at bigint;
create index quarantine_clock_reset on quarantine (company_id, device_id)
  where reason = 'clock_reset' and released_at is null and discarded_at is null;

-- A partition is a month, or a range of older months: from_ms null is everything before to_ms. The bounds come from the caller,
-- which holds the lock of the parent table. Partitions that exist stay as they are.
create or replace function ensure_event_partition(name text, from_ms bigint, to_ms bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if name !~ '^event_([0-9]{4}_[0-9]{2}|old(_[0-9]{4}_[0-9]{2})?)$' then raise exception 'not a partition of event: %', name; end if;
  perform pg_advisory_xact_lock(727001, hashtext(name));
  if to_regclass('public.' || name) is not null then return; end if;
  execute format('create table %I (like event including defaults including constraints)', name);
  execute format('alter table event attach partition %I for values from (%s) to (%s)', name, coalesce(from_ms::text, 'minvalue'), to_ms);
end $$;
create or replace function ensure_rollup_partition(name text, from_ms bigint, to_ms bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if name !~ '^rollup_quarter_([0-9]{4}_[0-9]{2}|old(_[0-9]{4}_[0-9]{2})?)$' then
    raise exception 'not a partition of rollup_quarter: %', name;
  end if;
  perform pg_advisory_xact_lock(727001, hashtext(name));
  if to_regclass('public.' || name) is not null then return; end if;
  execute format('create table %I (like rollup_quarter including defaults including constraints)', name);
  execute format('alter table rollup_quarter attach partition %I for values from (%s) to (%s)', name,
    coalesce(from_ms::text, 'minvalue'), to_ms);
end $$;
