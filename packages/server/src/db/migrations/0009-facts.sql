-- Facts in the outbox: a row without subscriber is a fact, a row with one is its delivery to that subscriber.

alter table outbox
  add column subscriber text,
  add column attempts int not null default 0,
  -- Instant of the next attempt, epoch ms.
  add column due_at bigint not null default 0;

-- A completed run is now a fact of the closed list. Row-level security binds the owner too, so it is lifted for this statement.
alter table outbox no force row level security;
update outbox set kind = 'run.completed', payload = jsonb_build_object(
    'kind', 'run.completed', 'equipmentIds', jsonb_build_array(payload -> 'equipment_id'), 'runId', payload -> 'run_id',
    'groupIds', payload -> 'roster_ids', 'completedAt', payload -> 'completed_at', 'cycles', payload -> 'cycles',
    'ended', payload -> 'ended')
  where kind = 'run_completed';
alter table outbox force row level security;

-- Number of facts that wait for each subscriber, for the metrics: they are asked for before a company is known.
create function outbox_backlog() returns table (subscriber text, waiting int)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.subscriber, count(*)::int from outbox o where o.sent_at is null and o.subscriber is not null group by o.subscriber
$$;
revoke all on function outbox_backlog() from public;
grant execute on function outbox_backlog() to millwatch_app;
