-- Fewer evaluations of alarms: temperatures that change nothing, and machines that catch up on old data.

-- What has changed since `changed_from`, further: the latest instant of it, and the least and the greatest temperature among it
-- (null: there is none).
alter table machine_state add column changed_to bigint;
alter table machine_state add column least_temperature double precision;
alter table machine_state add column most_temperature double precision;

-- Temperatures between these, both included, change none of the machine's alarms at present. null: no bound.
alter table alarm_machine add column quiet_from double precision;
alter table alarm_machine add column quiet_to double precision;
-- When its alarms were last evaluated.
alter table alarm_machine add column evaluated_at bigint not null default 0;

alter table alarm add column quiet_from double precision;
alter table alarm add column quiet_to double precision;
-- What was watched so far is evaluated once more, by which these columns are filled.
update alarm set watched_kinds = -1;
update alarm_machine set watched_kinds = -1;

-- Machines whose alarms must be evaluated by an instant: because of the clock, a change of alarms or settings, or their data. A
-- machine of which all news are older than five minutes catches up: its data have it evaluated every ten seconds only, except
-- a contact that ends a trip (bit 8).
create or replace function alarms_due(at bigint) returns table (company_id bigint, equipment_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.company_id, a.equipment_id from alarm_machine a
    left join machine_state m on m.company_id = a.company_id and m.equipment_id = a.equipment_id
    where a.due_at <= at or a.dirty_from is not null
      or (m.version > a.seen_version
        and (m.changed_kinds & a.watched_kinds <> 0 or m.changed_from < a.evaluated_to
          or m.least_temperature < a.quiet_from or m.most_temperature > a.quiet_to)
        and (m.changed_to > at - 300000 or a.evaluated_at <= at - 10000 or a.evaluated_at > at
          or m.changed_kinds & a.watched_kinds & 8 <> 0))
$$;
