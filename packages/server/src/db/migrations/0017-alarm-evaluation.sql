-- What the evaluation of alarms keeps: which changes of a machine it has seen, and how far each alarm is evaluated.

-- Kinds of what has changed since `changed_from`: bits of `CHANGE` (modules/status).
alter table machine_state add column changed_kinds integer not null default 0;

-- Version of machine_state whose changes are evaluated: the next commit of the machine begins `changed_from` anew.
alter table alarm_machine add column seen_version bigint not null default -1;
-- Kinds of changes that can trip or clear one of its alarms at present; all until it is first evaluated.
alter table alarm_machine add column watched_kinds integer not null default -1;
-- Latest instant up to which one of its alarms is evaluated: a change before it is evaluated again, whatever its kind.
alter table alarm_machine add column evaluated_to bigint not null default 0;

-- The same for each alarm. null: time alone changes nothing.
alter table alarm add column due_at bigint;
alter table alarm add column watched_kinds integer not null default -1;
-- An instant before which the alarm needs no data again, with what it carries from before it: amounts counted since its
-- base, or the last value. null: there is none, and data are read from the base on.
alter table alarm add column carried_at bigint;
alter table alarm add column carried jsonb;

-- Number of the last repeat of its notice, and its instant (null: none yet); repeats that were missed are left out.
alter table alarm_trip add column reminders integer not null default 0;
alter table alarm_trip add column reminded_at bigint;
create index alarm_trip_end on alarm_trip (company_id, alarm_id, cleared_at);

-- Machines whose alarms must be evaluated by an instant: because of the clock, a change of alarms or settings, or their data.
create function alarms_due(at bigint) returns table (company_id bigint, equipment_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.company_id, a.equipment_id from alarm_machine a
    left join machine_state m on m.company_id = a.company_id and m.equipment_id = a.equipment_id
    where a.due_at <= at or a.dirty_from is not null
      or (m.version > a.seen_version and (m.changed_kinds & a.watched_kinds <> 0 or m.changed_from < a.evaluated_to))
$$;
revoke all on function alarms_due(bigint) from public;
grant execute on function alarms_due(bigint) to millwatch_app;

-- The function runs as the owner, whom the forced policies bind too.
create policy due_in_all on alarm_machine for select to current_user using (true);
