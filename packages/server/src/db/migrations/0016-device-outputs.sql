-- Outputs of devices that alarms switch: what each device shall do, and what it acknowledged.

create table device_output (
  company_id bigint not null,
  device_id bigint not null,
  -- Machine whose alarms switch them; null: the device is not its primary device any more, and they are off.
  equipment_id bigint,
  -- The latest command. A command names both outputs, so only the latest one is sent.
  command_id integer not null check (command_id >= 1),
  on_24v boolean not null,
  on_120v boolean not null,
  -- The command that gave each output its present value.
  since_24v integer not null,
  since_120v integer not null,
  commanded_at bigint not null,
  -- The latest command that the device acknowledged; 0: none.
  acknowledged_id integer not null default 0 check (acknowledged_id <= command_id),
  primary key (company_id, device_id),
  foreign key (company_id, device_id) references device (company_id, device_id)
) with (fillfactor = 70);
create index device_output_of_equipment on device_output (company_id, equipment_id) where equipment_id is not null;

create index alarm_trip_with_output on alarm_trip (company_id, equipment_id) where output_state = 'asked';

-- The second wall ------------------------------------------------------------------------------------------------------

grant select, insert, update, delete on device_output to millwatch_app;
alter table device_output enable row level security;
alter table device_output force row level security;
create policy own_company on device_output using (company_id = (select nullif(current_setting('millwatch.company_id', true), '')::bigint))
  with check (company_id = (select nullif(current_setting('millwatch.company_id', true), '')::bigint));
