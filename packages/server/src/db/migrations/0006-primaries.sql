-- Who was a machine's first primary: it counts as such from ever until another takes over, also where its own assignment begins
-- later than that takeover. The assignments alone cannot say it.
create table first_primary (
  company_id bigint not null,
  equipment_id bigint not null,
  device_id bigint not null,
  primary key (company_id, equipment_id),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id),
  foreign key (company_id, device_id) references device (company_id, device_id)
);

-- The earliest event of any device of the machine: readings of a second device may be older than the machine's first evidence.
alter table machine_state add column first_event_at bigint;

-- Machines whose timeline was computed by a version that lost stretches after a takeover: checked once, mended, and removed here.
create table takeover_check (
  company_id bigint not null,
  equipment_id bigint not null,
  primary key (company_id, equipment_id),
  foreign key (company_id, equipment_id) references equipment (company_id, equipment_id)
);

grant select, insert, update, delete on first_primary, takeover_check to millwatch_app;

do $$
declare tenant text;
begin
  foreach tenant in array array['first_primary', 'takeover_check'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy own_company on %I using (company_id = (select nullif(current_setting(''millwatch.company_id'', true), '''')::bigint))
      with check (company_id = (select nullif(current_setting(''millwatch.company_id'', true), '''')::bigint))', tenant);
  end loop;
end $$;

-- What is known of older data. The owner is bound by the forced policies too, and has to read every company here.
alter table equipment no force row level security;
alter table device no force row level security;
alter table device_assignment no force row level security;
alter table event no force row level security;
alter table machine_state no force row level security;
alter table checkpoint no force row level security;
alter table first_primary no force row level security;
alter table takeover_check no force row level security;

insert into takeover_check (company_id, equipment_id)
select company_id, equipment_id from device_assignment group by 1, 2 having count(distinct device_id) > 1;

-- Where another device's events are the primary's before the first assignment of a primary begins, it was the first.
insert into first_primary (company_id, equipment_id, device_id)
select t.company_id, t.equipment_id, coalesce(earlier.device_id, t.device_id)
from (select distinct on (company_id, equipment_id) company_id, equipment_id, device_id, valid_from from device_assignment
  where is_primary order by company_id, equipment_id, valid_from) t
left join takeover_check c on c.company_id = t.company_id and c.equipment_id = t.equipment_id
left join lateral (select e.device_id from event e
  where c.equipment_id is not null and e.company_id = t.company_id and e.equipment_id = t.equipment_id and e.is_primary
    and e.occurred_at < t.valid_from and e.device_id <> t.device_id
  order by e.occurred_at limit 1) earlier on true;

update machine_state m set first_event_at =
  (select min(e.occurred_at) from event e where e.company_id = m.company_id and e.equipment_id = m.equipment_id);

-- Checkpoints after the last computed event stand for events that are no longer the primary's.
delete from checkpoint c using machine_state m
where m.company_id = c.company_id and m.equipment_id = c.equipment_id and c.marking is null and m.head_at is not null
  and (c.at, octet_length(c.batch_id), c.batch_id collate "C", c.position)
    > (m.head_at, octet_length(m.head_batch_id), m.head_batch_id collate "C", m.head_position);

alter table equipment force row level security;
alter table device force row level security;
alter table device_assignment force row level security;
alter table event force row level security;
alter table machine_state force row level security;
alter table checkpoint force row level security;
alter table first_primary force row level security;
alter table takeover_check force row level security;
