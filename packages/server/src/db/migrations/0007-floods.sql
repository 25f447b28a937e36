-- Floods: what quarantine keeps is bounded, per device and per company, and counted.

alter table quarantine
  -- Somebody, or time, can release it: never dropped for want of room.
  add column releasable boolean not null default false,
  -- Bytes of the whole text; `raw` holds at most 4096 of it.
  add column original_bytes integer not null default 0,
  -- SHA-256 of the whole text; null: `raw` is whole.
  add column sha256 bytea,
  -- What it counts for in device_tally and quarantine_use: its text and its row. 0 once it is released.
  add column kept_bytes integer not null default 0;

-- Across companies: for these statements the owner is not held to one of them.
alter table quarantine no force row level security;

update quarantine set original_bytes = octet_length(raw),
  releasable = reason in ('batch_id_reused', 'clock_ahead', 'clock_far_ahead', 'clock_reset');
-- 1024 characters are at most 4096 bytes.
update quarantine set sha256 = sha256(convert_to(raw, 'UTF8')), raw = left(raw, 1024)
  where octet_length(raw) > 4096 and not releasable;
-- The event itself is stored by then.
update quarantine set raw = '' where released_at is not null;
update quarantine set kept_bytes = octet_length(raw) + 256 where released_at is null;

-- For the page of a machine and for the cap of a device: what is in quarantine of a device, oldest first.
create index quarantine_of_device on quarantine (company_id, device_id, quarantine_id) where released_at is null;
-- For retention: what is old and may go.
create index quarantine_by_age on quarantine (company_id, received_at) where released_at is not null or not releasable;

alter table device_tally
  -- Of `quarantined`, how many are not kept any more: no room, or too old.
  add column discarded bigint not null default 0,
  -- Bytes in quarantine of what nobody can release, and of what waits for its release.
  add column junk_bytes bigint not null default 0,
  add column held_bytes bigint not null default 0,
  -- Since when messages are refused for the reason of the last refusal, one after the other.
  add column refused_since bigint;

alter table device_tally no force row level security;
update device_tally set refused_since = refused_at;
update device_tally t set junk_bytes = q.junk, held_bytes = q.held
  from (select company_id, device_id, coalesce(sum(kept_bytes) filter (where not releasable), 0) as junk,
      coalesce(sum(kept_bytes) filter (where releasable), 0) as held
    from quarantine where released_at is null group by 1, 2) q
  where t.company_id = q.company_id and t.device_id = q.device_id;

-- Bytes in quarantine of a whole company: the sums over its devices.
create table quarantine_use (
  company_id bigint primary key references company,
  junk_bytes bigint not null,
  held_bytes bigint not null
);
insert into quarantine_use
  select company_id, sum(junk_bytes), sum(held_bytes) from device_tally group by 1;
alter table quarantine force row level security;
alter table device_tally force row level security;

-- The second wall ------------------------------------------------------------------------------------------------------

grant select, insert, update, delete on quarantine_use to millwatch_app;
alter table quarantine_use enable row level security;
alter table quarantine_use force row level security;
create policy own_company on quarantine_use using (company_id = (select nullif(current_setting('millwatch.company_id', true), '')::bigint))
  with check (company_id = (select nullif(current_setting('millwatch.company_id', true), '')::bigint));
