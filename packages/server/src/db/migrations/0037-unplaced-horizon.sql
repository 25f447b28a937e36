-- Events that belong to no machine have a horizon of their company, so that retention can remove them.

-- Instant (epoch ms) before which the events of the company that belong to no machine are removed; 0: none are now,
-- but some were before; null: none ever were.
alter table company add column unplaced_horizon_at bigint;

-- Drops the partition of events with this name if no company keeps an event in it, of a machine or of none;
-- returns true when it did. Row-level security binds the owner too, so each company is looked at as itself.
create or replace function drop_forgotten_events(name text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  caller text := current_setting('millwatch.company_id', true);
  upper_ms bigint;
  company bigint;
  keeps boolean;
begin
  if name !~ '^event_([0-9]{4}_[0-9]{2}|old(_[0-9]{4}_[0-9]{2})?)$' then raise exception 'not a partition of event: %', name; end if;
  perform pg_advisory_xact_lock(727001, hashtext('event'));
  select substring(pg_get_expr(c.relpartbound, c.oid) from $bound$TO \('?(-?[0-9]+)'?\)$bound$)::bigint into upper_ms
    from pg_class c where c.oid = to_regclass('public.' || name) and c.relispartition;
  if upper_ms is null then return false; end if;
  -- First without a lock, which would make everybody wait, then for certain.
  for attempt in 1..2 loop
    if attempt = 2 then
      lock table only event in access exclusive mode;
      execute format('lock table %I in access exclusive mode', name);
    end if;
    for company in execute format(
      'with recursive one as (
         select min(company_id) as id from %1$I
         union all select (select min(company_id) from %1$I where company_id > one.id) from one where one.id is not null)
       select id from one where id is not null', name)
    loop
      perform set_config('millwatch.company_id', company::text, true);
      execute format(
        'with recursive one as (
           select min(equipment_id) as id from %1$I where company_id = $1
           union all select (select min(equipment_id) from %1$I where company_id = $1 and equipment_id > one.id)
             from one where one.id is not null)
         select exists (select from one where one.id is not null and not exists (select from machine_state s
             where s.company_id = $1 and s.equipment_id = one.id and s.horizon_at >= $2)
           and not (one.id = 0 and exists (select from company c where c.company_id = $1 and c.unplaced_horizon_at >= $2)))', name)
        into keeps using company, upper_ms;
      perform set_config('millwatch.company_id', coalesce(caller, ''), true);
      if keeps then return false; end if;
    end loop;
  end loop;
  execute format('drop table %I', name);
  return true;
end $$;
